/** A database address for programs that use libpq. */
export interface LibpqAddress {
  /** Without a password: other users of the machine can read the arguments of a program. */
  readonly address: string;
  /** Variables that carry the rest. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Parameters with the same meaning for libpq and for our driver. */
const shared: readonly string[] = [
  ...['host', 'port', 'user', 'dbname', 'sslcert', 'sslkey', 'sslrootcert', 'sslmode', 'connect_timeout'],
];

/** libpq refuses parameters that it does not know, so those of our driver are left out or translated. */
export function libpqAddress(connectionString: string): LibpqAddress {
  const url = new URL(connectionString);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  const asked = new URLSearchParams(url.searchParams);
  url.password = '';
  url.hash = '';
  url.search = '';
  for (const [name, value] of asked) {
    if (shared.includes(name)) url.searchParams.set(name, name === 'sslmode' ? sslMode(value) : value);
  }
  if (!asked.has('sslmode') && /^(?:true|1)$/.test(asked.get('ssl') ?? ''))
    url.searchParams.set('sslmode', 'require');
  return {
    // libpq takes a plus sign as it is.
    address: url.href.replaceAll('+', '%20'),
    environment: password === '' ? {} : { PGPASSWORD: password },
  };
}

/** `no-verify` is our driver's own word for encryption without a check of the certificate. */
function sslMode(value: string): string {
  return value === 'no-verify' ? 'require' : value;
}
