/** Deletes what has expired. Any process may do so, even several at once. */
export interface RetentionStore {
  /** Looks at the next conversations of one client with a retention; false: no client is due. */
  deleteOldConversations(): Promise<boolean>;
  /** Deletes some of the unlisted conversations that were untouched for 30 days; false: no more are due. */
  deleteUnlistedConversations(): Promise<boolean>;
  /** Deletes some of the sessions, codes and counted attempts that have ended; false: no more are left. */
  deleteEnded(): Promise<boolean>;
}
