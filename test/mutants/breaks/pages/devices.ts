import type { Break } from '../../break.ts';

const turns = ['test/browser/chat-turns.test.ts'];

/** Pointers, phones and windows of any size. */
export const deviceBreaks: readonly Break[] = [
  {
    rule: 'Text that is selected as far as outside a dialog does not close it',
    file: 'src/web/shared/components/dialog.tsx',
    replace: ' && pressed.current === target',
    by: '',
    tests: ['test/browser/chat.test.ts'],
  },
  {
    rule: 'The chat becomes narrow without its sidebar over the conversation',
    file: 'src/web/chat/actions/start-page.ts',
    replace: '    watchWidth(targets.closeSidebar),\n',
    by: '',
    tests: turns,
  },
  {
    rule: 'A phone offers a new chat beside the conversation',
    file: 'src/web/chat/header.tsx',
    replace: '{!sidebarOpen.value && (',
    by: '{sidebarOpen.value && (',
    tests: ['test/browser/chat-keyboard.test.ts'],
  },
  {
    rule: 'No phone zooms into a field of the sign-in',
    file: 'src/web/login/styles/page.css',
    replace: '  font: inherit;\n  font-size: 1rem;\n',
    by: '',
    tests: ['test/browser/accessibility.test.ts'],
  },
  {
    rule: 'A distance of the launcher that is no length leaves it in its corner',
    file: 'src/launcher/view.ts',
    replace: 'offset: length,',
    by: 'offset,',
    tests: ['test/browser/launcher-place.test.ts'],
  },
  {
    rule: 'A link that is followed while /account appears opens its section',
    file: 'src/web/account/app.tsx',
    replace: '    readAddress();\n    addEventListener',
    by: '    addEventListener',
    tests: ['test/browser/account-brand.test.ts'],
  },
  {
    rule: 'A file that is dropped does not take the place of the chat',
    file: 'src/web/chat/actions/start-page.ts',
    replace: '    refuseFiles(),\n',
    by: '',
    tests: ['test/browser/chat/menu.test.ts'],
  },
  {
    rule: 'An empty field has the direction of the page',
    file: 'src/web/shared/styles/base.css',
    replace: '  direction: inherit;\n',
    by: '',
    tests: ['test/browser/languages/languages.test.ts'],
  },
];
