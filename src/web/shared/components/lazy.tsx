import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { commonText } from '../text/common-text.ts';
import { toast } from './toast.tsx';

/** A component whose code is loaded when it is shown for the first time. `load` fails when the network does. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const ready = useSignal(loaded !== null);
    useEffect(() => {
      if (loaded !== null) return;
      load().then(
        (component) => {
          loaded = component;
          ready.value = true;
        },
        () => toast(commonText.unreachable),
      );
    }, []);
    const Component = ready.value ? loaded : null;
    return Component && <Component {...props} />;
  };
}
