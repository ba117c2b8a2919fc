import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useConsole } from '../console-context.ts';
import { words } from '../text/words.ts';

interface ScreenProps {
  readonly title: string;
  readonly note?: ComponentChildren;
  /** Shown beside the title. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The heading of a screen and what is below it. The heading takes the focus when the reader has come by a link. */
export function Screen({ title, note, tools, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { section, name } = useConsole().route.value;
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement?.closest('nav, main')) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [section, name]);
  useEffect(() => {
    document.title = `${title} · ${words.product} ${words.title}`;
  }, [title]);
  return (
    <>
      <header class="screen-header">
        <h1 ref={heading} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {tools && <div class="panel-tools">{tools}</div>}
        {note && <p class="note">{note}</p>}
      </header>
      {children}
    </>
  );
}
