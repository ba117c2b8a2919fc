import type { TenantUsage } from '#contract/hosted.ts';
import { dayLabel } from '../../administration/charts/day-label.ts';
import { TableFrame } from '../../shared/components/table-frame.tsx';
import { words } from '../text/words.ts';
import { count, dimensions } from './dimension.ts';
import { costWords, tokens } from './tokens-and-cost.tsx';

export function DayTable({ days }: { readonly days: TenantUsage['days'] }) {
  const { day, tokensRead, tokensWritten, cost } = words().usage;
  const showsCost = days.some((row) => row.cost !== undefined);
  return (
    <TableFrame label={words().usage.days}>
      <thead>
        <tr>
          <th scope="col">{day}</th>
          {[...dimensions.map((name) => words().dimensions[name]), tokensRead, tokensWritten].map((name) => (
            <th key={name} scope="col" class="number">
              {name}
            </th>
          ))}
          {showsCost && (
            <th scope="col" class="number">
              {cost}
            </th>
          )}
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
            <td class="number">{tokens(row.input_tokens)}</td>
            <td class="number">{tokens(row.output_tokens)}</td>
            {row.cost && <td class="number">{costWords(row.cost)}</td>}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
