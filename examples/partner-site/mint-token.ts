export interface Parley {
  readonly baseUrl: string;
  /** A secret of the server, which never reaches a page. */
  readonly apiKey: string;
}

export interface Minted {
  readonly token: string;
  readonly expires_at: string;
  readonly tenant_url: string;
}

/** A token for one user of this site, for an hour. */
export async function mintToken({ baseUrl, apiKey }: Parley, userId: string): Promise<Minted> {
  const response = await fetch(`${baseUrl}/hosted-session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ external_user_id: userId, ttl_seconds: 3_600 }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`Parley answered ${response.status}: ${await response.text()}`);
  const minted: Minted = JSON.parse(await response.text());
  return minted;
}
