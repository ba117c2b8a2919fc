/** Parameters of an address that lead to the database. Any other, such as `password`, must not be shown. */
const shownParameters: readonly string[] = ['host', 'port', 'user'];

/** The address of a database as an operator gave it, without its password. */
export function shownDatabaseUrl(connectionString: string): string {
  const url = new URL(connectionString);
  url.password = '';
  for (const name of [...url.searchParams.keys()]) {
    if (!shownParameters.includes(name)) url.searchParams.delete(name);
  }
  url.hash = '';
  return url.href;
}

/** Where a connection string leads, for a sentence: its host may be the folder of a socket. */
export function databasePlace(connectionString: string): { readonly server: string; readonly name: string } {
  const url = new URL(connectionString);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  return { server: `${host}:${url.port || 5432}`, name: decodeURIComponent(url.pathname.slice(1)) };
}
