import { Field } from '../../shared/components/field.tsx';
import { useConsole } from '../console-context.ts';
import { filterRoute } from '../state/route.ts';
import { auditScreenWords as text } from './audit-screen-words.ts';

const fields = [
  { name: 'client', label: text.partner, kind: { type: 'search' } },
  { name: 'actor', label: text.actor, kind: { type: 'search', placeholder: text.actorHint } },
  { name: 'action', label: text.action, kind: { type: 'search', placeholder: text.actionHint } },
  { name: 'since', label: text.since, kind: { type: 'date' } },
  { name: 'until', label: text.until, kind: { type: 'date' } },
] as const;

/** The filters of the list; kept in the address. */
export function AuditFilters() {
  const { route } = useConsole();
  const { filters } = route.value;
  return (
    <search class="filter-fields">
      {fields.map(({ name, label, kind }) => (
        <Field key={name} label={label}>
          {(ids) => (
            <input
              {...ids}
              {...kind}
              autocomplete="off"
              autocapitalize="none"
              spellcheck={false}
              maxLength={255}
              value={filters[name] ?? ''}
              onInput={(event) => filterRoute(route, { ...filters, [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </search>
  );
}
