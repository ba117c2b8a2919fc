import type { Break } from '../../break.ts';

const account = ['test/browser/account-brand.test.ts'];
const accessibility = ['test/browser/accessibility.test.ts'];

export const placeBreaks: readonly Break[] = [
  {
    rule: 'The starters of a brand are no wider than a narrow screen',
    file: 'src/web/shared/styles/parts.css',
    replace: '.stack,\n.field-group {\n  display: grid;\n  grid-template-columns: minmax(0, 1fr);',
    by: '.stack,\n.field-group {\n  display: grid;',
    tests: account,
  },
  {
    rule: 'The buttons of a dialog are no wider than it',
    file: 'src/web/shared/styles/overlays.css',
    replace: 'white-space: normal;',
    by: '',
    tests: account,
  },
  {
    rule: 'A finished task is told from an open one in forced colours',
    file: 'src/web/chat/styles/markdown.css',
    replace: 'background: CanvasText;',
    by: '',
    tests: accessibility,
  },
  {
    rule: 'A switch has a knob in forced colours',
    file: 'src/web/shared/styles/overlays.css',
    replace: 'background: ButtonText;',
    by: '',
    tests: accessibility,
  },
  {
    rule: 'A pressed button is outlined in forced colours',
    file: 'src/web/shared/styles/controls.css',
    replace: 'outline: 2px solid Highlight;',
    by: '',
    tests: accessibility,
  },
  {
    rule: 'A search marks a limited number of words',
    file: 'src/web/chat/search/mark-found.ts',
    replace: 'if (ranges.length === mostMarks) return ranges;',
    by: '',
    tests: ['test/browser/chat.test.ts'],
  },
];
