import type { Break } from '../../break.ts';

const menu = ['test/browser/chat/menu.test.ts'];

export const menuBreaks: readonly Break[] = [
  {
    rule: 'The menu closes before what was chosen opens, so that the focus returns to its button',
    file: 'src/web/shared/components/menu.tsx',
    replace: 'onClickCapture={closeOnChoice}',
    by: 'onClick={closeOnChoice}',
    tests: menu,
  },
  {
    rule: 'A refused password is explained in words',
    file: 'src/web/chat/dialogs/password-dialog.tsx',
    replace: "if (code === 'wrong') return wrong;",
    by: '',
    tests: menu,
  },
  {
    rule: 'All conversations are deleted only once the word is typed',
    file: 'src/web/chat/dialogs/delete-all-dialog.tsx',
    replace: 'disabled={typed.value.trim().toLocaleLowerCase() !== word}',
    by: '',
    tests: menu,
  },
  {
    rule: 'After all conversations were deleted the page shows a new one',
    file: 'src/web/chat/actions/manage-conversations.tsx',
    replace: '  startNewConversation(chat);\n  toast(laterText.all.deleted);',
    by: '  toast(laterText.all.deleted);',
    tests: menu,
  },
  {
    rule: 'A sign-out everywhere leads to the sign-in page',
    file: 'src/web/chat/dialogs/everywhere-dialog.tsx',
    replace: "location.assign('/');",
    by: '',
    tests: menu,
  },
  {
    rule: 'A frame saves all conversations with its token',
    file: 'src/web/chat/dialogs/menu-items.tsx',
    replace: "{mode === 'page' ? (",
    by: '{mode !== null ? (',
    tests: menu,
  },
];
