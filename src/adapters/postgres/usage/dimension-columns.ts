import { type PerDimension, perDimension, type QuotaDimension, quotaDimensions } from '#contract/quota.ts';

/** A piece of SQL for each dimension. The counting columns have the names of the dimensions. */
export function eachDimension(sqlOf: (column: QuotaDimension) => string): string {
  return quotaDimensions.map(sqlOf).join(', ');
}

/** The column of a client's limit for each of its users. */
export function limitColumn<D extends QuotaDimension>(dimension: D): LimitColumn<D> {
  return `user_${dimension}_limit`;
}

export type LimitColumn<D extends QuotaDimension = QuotaDimension> = `user_${D}_limit`;

/** The counting columns of a row, under a prefix where a row has more than one set of them. */
export type Counts<Prefix extends string = ''> = Readonly<Record<`${Prefix}${QuotaDimension}`, number>>;

export function countsIn(row: Counts): PerDimension<number> {
  return perDimension((column) => row[column]);
}
