/** What the doctor has found about one thing. */
export interface Examined {
  readonly name: string;
  readonly status: 'pass' | 'warn' | 'fail';
  /** May hold a path, an address or the words of a driver. */
  readonly detail: string;
  /** `detail` holds none of that. */
  readonly isOpen?: boolean;
}
