/** The address of a conversation on the tenant's page. */
export function addressOf(uuid: string | null): string {
  return uuid === null ? '/' : `/?conversation=${encodeURIComponent(uuid)}`;
}

export function conversationIn(address: string): string | null {
  return new URL(address).searchParams.get('conversation');
}
