import { useConsole } from '../console-context.ts';
import { filterRoute } from '../state/route.ts';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
}

/** Words to look for, kept in the address as `q`. */
export function SearchField({ label, placeholder }: SearchFieldProps) {
  const { route } = useConsole();
  const { filters } = route.value;
  return (
    <input
      class="search"
      type="search"
      aria-label={label}
      placeholder={placeholder ?? label}
      autocomplete="off"
      autocapitalize="none"
      spellcheck={false}
      maxLength={100}
      value={filters['q'] ?? ''}
      onInput={(event) => filterRoute(route, { ...filters, q: event.currentTarget.value })}
    />
  );
}
