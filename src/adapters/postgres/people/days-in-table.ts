/**
 * The days on which any user of the client $1 has rows in a table whose primary key begins with the client and the day,
 * those after `after`. PostgreSQL jumps from day to day in the index, so what is found day by day by the primary key
 * costs as little where others have sent more. No other table knows the days: a row of it could be missing.
 */
export function daysInTable(table: 'usage_users' | 'quota_notices', after = `'-infinity'`): string {
  const next = (behind: string) =>
    `(select u.day from ${table} u where u.client_id = $1 and u.day > ${behind} order by u.day limit 1)`;
  return `with recursive days(day) as (
      select ${next(after)} union all select ${next('days.day')} from days where days.day is not null)
    select day from days where day is not null`;
}
