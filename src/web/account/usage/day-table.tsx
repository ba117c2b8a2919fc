import type { TenantUsage } from '#contract/hosted.ts';
import { dayLabel } from '../../administration/charts/day-label.ts';
import { TableFrame } from '../../shared/components/table-frame.tsx';
import { words } from '../text/words.ts';
import { count, dimensions } from './dimension.ts';

export function DayTable({ days }: { readonly days: TenantUsage['days'] }) {
  return (
    <TableFrame label={words().usage.days}>
      <thead>
        <tr>
          <th scope="col">{words().usage.day}</th>
          {dimensions.map((name) => (
            <th key={name} scope="col" class="number">
              {words().dimensions[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((row) => (
          <tr key={row.day}>
            <th scope="row">{dayLabel(row.day)}</th>
            {dimensions.map((name) => (
              <td key={name} class="number">
                {count(row[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
