import type { Break } from '../../break.ts';

const file = 'src/launcher/create-launcher.ts';
const tests = ['test/browser/launcher/created.test.ts'];

/** How a launcher begins and ends. */
export const launcherBreaks: readonly Break[] = [
  {
    rule: 'A page that includes the launcher twice keeps the first',
    file: 'src/launcher/launcher.ts',
    replace: ' && !window.Parley?.version',
    by: '',
    tests: ['test/browser/launcher.test.ts'],
  },
  {
    rule: 'A launcher whose boot is manual waits for it',
    file: 'src/launcher/launcher.ts',
    replace: "if (dataset['boot'] !== 'manual') api.boot();",
    by: 'api.boot();',
    tests,
  },
  {
    rule: 'A launcher that was not booted ignores an opening',
    file,
    replace: 'if (phase !== closed) return;',
    by: 'if (phase === opened) return;',
    tests,
  },
  {
    rule: 'A launcher that was not booted is not put into the page',
    file,
    replace: '      if (!phase) return;\n',
    by: '',
    tests,
  },
  {
    rule: 'A second boot keeps the chat',
    file,
    replace: '      if (phase) return;\n',
    by: '',
    tests,
  },
  {
    rule: 'A launcher loads one panel',
    file,
    replace: 'if (!phase || waiting) return;',
    by: 'if (!phase) return;',
    tests,
  },
  {
    rule: 'A launcher begins closed where its attribute says false',
    file,
    replace: "!== 'false') open();",
    by: "!== 'false' || options.open) open();",
    tests,
  },
  {
    rule: 'A launcher begins open where its attribute says nothing more',
    file,
    replace: 'options.open ?? false',
    by: 'options.open || false',
    tests,
  },
  {
    rule: 'A level that is none keeps the launcher above the page',
    file: 'src/launcher/view.ts',
    replace: "const level = CSS.supports('z-index', zIndex) ? zIndex : '';",
    by: 'const level = zIndex;',
    tests,
  },
  {
    rule: 'A side that is none is the end of the lines',
    file: 'src/launcher/view.ts',
    replace: '/left|right/.exec(position)?.[0] ?? getComputedStyle(document.documentElement).direction',
    by: "(position || getComputedStyle(document.documentElement).direction).replace('middle', 'left')",
    tests,
  },
  {
    rule: 'A command that there is none of does nothing',
    file: 'src/launcher/launcher.ts',
    replace: "typeof member === 'function' ? member(...given) : member",
    by: '(member as (...given: readonly unknown[]) => unknown)(...given)',
    tests,
  },
  {
    rule: 'A launcher that was shut down has no chat that is ready',
    file,
    replace: '      end();\n      place.remove();',
    by: '      place.remove();',
    tests,
  },
  {
    rule: 'A shutdown takes the launcher out of the page',
    file: 'src/launcher/place.ts',
    replace: '      host.remove();\n',
    by: '',
    tests,
  },
  {
    rule: 'A page that changes after a shutdown does not bring the launcher back',
    file: 'src/launcher/place.ts',
    replace: '      target = undefined;\n      observer.disconnect();\n',
    by: '',
    tests,
  },
  {
    rule: 'A launcher that was shut down opens only when it is booted again',
    file,
    replace: 'phase = off;\n',
    by: 'phase = closed;\n',
    tests,
  },
  {
    rule: 'A shutdown of a chat that is part of the page closes it too',
    file,
    replace: '      isInline = false;\n',
    by: '',
    tests,
  },
  {
    rule: 'An opening after a frame that never connected tries again',
    file,
    replace: '    if (!panel?.isConnected) end();\n',
    by: '',
    tests: ['test/browser/launcher-hostile.test.ts'],
  },
];
