import { focusComposer } from './focus-composer.ts';

/**
 * Text that is typed while nothing has the focus belongs in the composer, where the key then arrives. In a frame of
 * another site, Safari lets no script move the focus there before a key is pressed. Returns the end of it.
 */
export function typeAnywhere(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (isText(event)) focusComposer();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

/** `/` and `?` are shortcuts, and a space would only scroll. */
function isText({ key, target, altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (
    target === document.body && key.length === 1 && !' /?'.includes(key) && !altKey && !ctrlKey && !metaKey
  );
}
