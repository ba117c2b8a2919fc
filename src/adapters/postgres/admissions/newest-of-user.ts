/**
 * The newest version of a user's row of today. An index has only the rows whose epoch was raised; the others have
 * some dozens of versions, so the key finds them soon.
 */
export function newestOfUser(columns: string, client: string, user: string): string {
  const row = `select ${columns} from usage_users
      where client_id = ${client} and day = utc_day() and external_user_id = ${user}`;
  return `((${row} and epoch > 0 order by epoch desc limit 1) union all (${row} and epoch = 0) limit 1)`;
}
