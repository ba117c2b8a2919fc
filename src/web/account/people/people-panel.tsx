import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useAction } from '../../administration/state/use-action.ts';
import { TextInput } from '../../shared/components/inputs.tsx';
import { LoadState } from '../../shared/components/load-state.tsx';
import { Panel } from '../../shared/components/panel.tsx';
import { useAccount } from '../account-context.ts';
import { words } from '../text/words.ts';
import { BlockDialog } from './block-dialog.tsx';
import { BlockSwitch } from './block-switch.tsx';
import { loadBlocked } from './blocked.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { ExportLink } from './export-link.tsx';

interface PeoplePanelProps {
  readonly onErased: () => void;
}

/** Actions on a person by identity, and the list of blocked people. */
export function PeoplePanel({ onErased }: PeoplePanelProps) {
  const account = useAccount();
  const identity = useSignal('');
  const blocking = useSignal(false);
  const erasing = useSignal(false);
  const { busy, problem, run } = useAction();
  const load = () => run(() => loadBlocked(account));
  useEffect(() => void load(), []);
  const blocked = account.blocked.value;
  const named = identity.value.trim();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    blocking.value = !blocked?.has(named);
  };
  return (
    <Panel title={words().people.title} note={words().people.note}>
      <form onSubmit={submit}>
        <TextInput
          label={words().people.identity}
          required
          maxLength={255}
          value={identity}
          problem={problem.value}
        />
        <div class="row-actions">
          <button type="submit" class="button small" disabled={busy.value || named === ''}>
            {words().people.block}
          </button>
          <ExportLink identity={named} />
          <button
            type="button"
            class="button small"
            disabled={busy.value || named === ''}
            onClick={() => {
              erasing.value = true;
            }}
          >
            {words().people.erase}
          </button>
        </div>
      </form>
      <LoadState
        isLoaded={blocked !== null}
        isEmpty={blocked?.size === 0}
        empty={words().people.noneBlocked}
        problem={blocked === null ? problem.value : null}
        onRetry={() => void load()}
      />
      <ul class="items">
        {[...(blocked ?? [])].map((one) => (
          <li key={one} class="item">
            <p class="item-name">
              <span dir="auto">{one}</span>
            </p>
            <div class="row-actions">
              <BlockSwitch identity={one} name={one} />
            </div>
          </li>
        ))}
      </ul>
      {blocking.value && (
        <BlockDialog
          identity={named}
          name={named}
          onBlocked={() => {
            identity.value = '';
          }}
          onClose={() => {
            blocking.value = false;
          }}
        />
      )}
      {erasing.value && (
        <EraseDialog
          identity={named}
          name={named}
          onErased={onErased}
          onClose={() => {
            erasing.value = false;
          }}
        />
      )}
    </Panel>
  );
}
