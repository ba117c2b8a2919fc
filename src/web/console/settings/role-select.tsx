import type { Signal } from '@preact/signals';
import { type OperatorRole, operatorRoles } from '#contract/console/roles.ts';
import { Select } from '../../shared/components/inputs.tsx';
import { words } from '../text/words.ts';
import { settingsWords as text } from './settings-words.ts';

export function RoleSelect({ role }: { readonly role: Signal<OperatorRole> }) {
  return (
    <Select
      label={text.role}
      options={operatorRoles.map((name) => [name, `${words.roles[name]}: ${text.roleNotes[name]}`] as const)}
      value={role.value}
      onChange={(chosen) => {
        role.value = chosen;
      }}
    />
  );
}
