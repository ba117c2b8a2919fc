import { useConsole } from '../console-context.ts';
import { filterRoute } from '../state/route.ts';

interface FilterSelectProps {
  readonly label: string;
  /** Under which the choice stands in the address. */
  readonly name: string;
  /** The empty value is what holds without a choice. */
  readonly options: readonly (readonly [value: string, shown: string])[];
}

/** One of a few, kept in the address, so that a list can be shared as it is shown. */
export function FilterSelect({ label, name, options }: FilterSelectProps) {
  const { route } = useConsole();
  const { filters } = route.value;
  const chosen = filters[name] ?? '';
  return (
    <label class="filter-select">
      {label}
      <select onChange={(event) => filterRoute(route, { ...filters, [name]: event.currentTarget.value })}>
        {options.map(([value, shown]) => (
          <option key={value} value={value} selected={value === chosen}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}
