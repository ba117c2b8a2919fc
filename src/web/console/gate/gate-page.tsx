import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { words } from '../text/words.ts';
import { Wordmark } from '../wordmark.tsx';

/** A page in front of the console. */
export function GatePage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  useEffect(() => {
    document.title = `${title} · ${words.product} ${words.title}`;
  }, [title]);
  return (
    <main class="gate">
      <Wordmark />
      <h1>{title}</h1>
      {children}
    </main>
  );
}
