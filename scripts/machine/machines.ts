/** One kind of machine on which README's commands have to work. */
export interface Machine {
  readonly name: string;
  readonly suite: 'bookworm' | 'trixie';
  readonly user: 'root' | 'ordinary';
  /** False as in most containers, where the kernel refuses a process to make user namespaces. */
  readonly namespaces: boolean;
  readonly umask: '022' | '077';
  /** All of `npm test`, or a start with an answer, the unit tests and one file of browser tests. */
  readonly tests: 'all' | 'some';
}

export const machines: readonly Machine[] = [
  machine('bookworm-root', 'bookworm', 'root', { tests: 'all' }),
  machine('trixie-user', 'trixie', 'ordinary', { tests: 'all' }),
  machine('bookworm-user', 'bookworm', 'ordinary'),
  machine('trixie-root', 'trixie', 'root'),
  machine('bookworm-user-077', 'bookworm', 'ordinary', { umask: '077' }),
  machine('bookworm-container', 'bookworm', 'root', { namespaces: false }),
  machine('trixie-container-077', 'trixie', 'root', { namespaces: false, umask: '077' }),
];

function machine(
  name: string,
  suite: Machine['suite'],
  user: Machine['user'],
  more: Partial<Pick<Machine, 'namespaces' | 'umask' | 'tests'>> = {},
): Machine {
  return { name, suite, user, namespaces: true, umask: '022', tests: 'some', ...more };
}
