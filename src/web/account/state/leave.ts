/** Asks the service for the page anew: it clears a cookie that has ended, and leads to sign in and back. */
export function leave(): void {
  // Without the section behind the hash this is a new document, and the hash does not follow to the sign-in page.
  location.assign(location.pathname);
}
