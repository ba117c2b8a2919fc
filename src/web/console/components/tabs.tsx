interface TabsProps<T extends string> {
  readonly label: string;
  readonly names: Readonly<Record<T, string>>;
  readonly current: T;
  readonly addressOf: (name: T) => string;
}

/** Links between the parts of a page. Each part has an address, so they are links and no tab list. */
export function Tabs<T extends string>({ label, names, current, addressOf }: TabsProps<T>) {
  return (
    <nav class="tabs" aria-label={label}>
      <ul>
        {entriesOf(names).map(([name, shown]) => (
          <li key={name}>
            <a href={addressOf(name)} aria-current={name === current ? 'page' : undefined}>
              {shown}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function entriesOf<T extends string>(names: Readonly<Record<T, string>>): readonly (readonly [T, string])[] {
  const known = (name: string): name is T => Object.hasOwn(names, name);
  return Object.keys(names)
    .filter(known)
    .map((name) => [name, names[name]]);
}
