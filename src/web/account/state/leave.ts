/** Requests the page again: the service clears an expired cookie, and redirects to sign-in and back. */
export function leave(): void {
  // Without the fragment this is a new document, and the fragment is not carried over to the sign-in page.
  location.assign(location.pathname);
}
