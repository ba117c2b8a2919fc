import type { ComponentChildren } from 'preact';
import { TableFrame } from '../../shared/components/table-frame.tsx';

export interface Column<T> {
  readonly name: string;
  readonly show: (row: T) => ComponentChildren;
  /** Numbers stand at the end of their column. */
  readonly number?: boolean;
  /** Hidden on narrow screens, where the row's own page shows it. */
  readonly spare?: boolean;
  /** The rows are in the order of this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined;
}

interface DataTableProps<T> {
  readonly label: string;
  /** The first one names the row. */
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
}

export function DataTable<T>({ label, columns, rows, keyOf }: DataTableProps<T>) {
  return (
    <TableFrame label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" class={classOf(column)} aria-sort={column.sorted}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column, index) =>
              index === 0 ? (
                <th key={column.name} scope="row" class={classOf(column)}>
                  {column.show(row)}
                </th>
              ) : (
                <td key={column.name} class={classOf(column)}>
                  {column.show(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function classOf<T>({ number, spare }: Column<T>): string {
  return [number && 'number', spare && 'spare'].filter(Boolean).join(' ');
}
