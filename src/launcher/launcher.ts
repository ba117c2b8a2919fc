import { createLauncher } from './create-launcher.ts';
import type { LauncherApi } from './launcher-api.ts';

type Command = readonly [name: string, ...given: readonly unknown[]];

declare global {
  interface Window {
    /** Before the launcher has loaded: a function of the page that collects commands in `q`. */
    Parley?: ((...command: Command) => unknown) & Partial<LauncherApi> & { readonly q?: readonly Command[] };
  }
}

const { currentScript } = document;

// A page that includes the script twice keeps the first launcher, with its chat.
if (currentScript instanceof HTMLScriptElement && !window.Parley?.version) start(currentScript);

function start({ src, dataset, nonce }: HTMLScriptElement): void {
  const api = createLauncher(new URL(src).origin, { ...dataset }, nonce);
  const queued = window.Parley?.q ?? [];
  const run = (...[name, ...given]: Command): unknown => {
    const member: unknown = Reflect.get(api, name);
    return typeof member === 'function' ? member(...given) : member;
  };
  // `Parley.open()` and `Parley('open')` are one object, whose getters keep working.
  window.Parley = Object.defineProperties(run, Object.getOwnPropertyDescriptors(api));
  if (dataset['boot'] !== 'manual') api.boot();
  for (const command of queued) run(...command);
}
