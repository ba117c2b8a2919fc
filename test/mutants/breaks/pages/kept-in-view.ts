import type { Break } from '../../break.ts';

const tests = ['test/browser/launcher/kept-in-view.test.ts'];
const file = 'src/launcher/keep-seen.ts';

export const keptInViewBreaks: readonly Break[] = [
  {
    rule: "The launcher's button is in the corner of what is seen of a wide page",
    file,
    replace: 'if (unseen < 1) return;',
    by: 'if (unseen > 0) return;',
    tests,
  },
  {
    rule: "The launcher's button follows what is seen of a wide page",
    file,
    replace: "['resize', 'scroll']",
    by: "['resize']",
    tests,
  },
  {
    rule: "On the left the launcher's button is at the left of what is seen",
    file,
    replace: "(root.matches('.left') ? 0 : unseen)",
    by: 'unseen',
    tests,
  },
  {
    rule: "A keyboard does not move the launcher's button over a page that fits",
    file,
    replace: 'if (unseen < 1) return;',
    by: '',
    tests,
  },
  {
    rule: 'The chat fills the screen of a wide page, wherever its button is',
    file: 'src/launcher/panel/panel.css',
    replace: 'translate: none !important;',
    by: '',
    tests,
  },
];
