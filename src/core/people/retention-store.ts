/** Deletes what has expired. Any process may do so, even several at once. */
export interface RetentionStore {
  /** Looks at the next conversations of one client with a retention; false: no client is due. */
  deleteOldConversations(): Promise<boolean>;
  /** Deletes some of the unlisted conversations that were untouched for 30 days; false: no more are due. */
  deleteUnlistedConversations(): Promise<boolean>;
  /** Closes some of the questions whose time is over, and empties what they were about; false: no more are left. */
  expireActions(): Promise<boolean>;
  /** Removes the quotes of a deleted document from some answers; false: no more are due. */
  forgetQuotes(): Promise<boolean>;
  /** Deletes some of the sessions, codes, counted attempts and calls of tools whose time is over; false: no more are left. */
  deleteEnded(): Promise<boolean>;
}
