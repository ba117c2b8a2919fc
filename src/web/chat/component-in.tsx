import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { toast } from '../shared/components/toast.tsx';
import { text } from '../shared/text/text.ts';
import type { Part } from './part.ts';

/** A component of a part that may not have been loaded yet: it appears as soon as the part has. */
export function componentIn<T, P extends object>(
  part: Part<T>,
  choose: (part: T) => ComponentType<P>,
): ComponentType<P> {
  return function InPart(props: P) {
    const loaded = part.loaded.value;
    useEffect(() => {
      if (loaded === null) part.load().catch(() => giveUp(props));
    }, []);
    if (loaded === null) return null;
    const Component = choose(loaded);
    return <Component {...props} />;
  };
}

/** The part counts as closed again, so that it can be opened once more. */
function giveUp(props: object): void {
  toast(text.problems.unreachable);
  if ('onClose' in props && typeof props.onClose === 'function') props.onClose();
}
