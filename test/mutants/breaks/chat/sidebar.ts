import type { Break } from '../../break.ts';

const sidebar = ['test/browser/chat/sidebar.test.ts'];

export const sidebarBreaks: readonly Break[] = [
  {
    rule: 'The chat, and no other page, may be installed',
    file: 'src/http/server/security-headers.ts',
    replace: 'manifest: "manifest-src \'self\'" });',
    by: '});',
    tests: ['test/flows/hosted/pages.test.ts'],
  },
  {
    rule: 'The icon of an installed chat is the logo of its tenant',
    file: 'src/adapters/images/sharp-app-icon.ts',
    replace: 'const painted = logo === null ? paintBubble(icon, accent) : paintLogo(icon, logo);',
    by: 'const painted = paintBubble(icon, accent);',
    tests: ['test/flows/hosted/brand.test.ts'],
  },
  {
    rule: 'A meter that cannot move is not shown',
    file: 'src/web/chat/sidebar/usage-meters.tsx',
    replace: '{value.deep_dive.enabled && (',
    by: '{(',
    tests: sidebar,
  },
  {
    rule: 'Send says why nothing can be sent',
    file: 'src/web/chat/state/why-not-send.ts',
    replace: 'return blocked && ',
    by: 'return null && ',
    tests: sidebar,
  },
  {
    rule: 'A page notices by itself that its day is over',
    file: 'src/web/chat/life/watch-reset.ts',
    replace: 'left + Math.random() * spreadMs',
    by: 'left * 2',
    tests: sidebar,
  },
  {
    rule: 'An open page shows what another window does',
    file: 'src/web/chat/actions/start-page.ts',
    replace: '    keepLive(chat),\n',
    by: '',
    tests: sidebar,
  },
  {
    rule: 'A hidden page counts the answers that became ready',
    file: 'src/web/chat/life/watch-away.ts',
    replace: '!document.hidden) return;',
    by: 'document.hidden) return;',
    tests: sidebar,
  },
  {
    rule: 'A page says that the browser is offline',
    file: 'src/web/chat/actions/start-page.ts',
    replace: '    watchNetwork(chat),\n',
    by: '',
    tests: sidebar,
  },
  {
    rule: 'What is pinned stands above all days',
    file: 'src/web/chat/sidebar/conversation-groups.tsx',
    replace: 'groups.unshift(',
    by: 'groups.push(',
    tests: sidebar,
  },
  {
    rule: 'What is archived leaves the list',
    file: 'src/web/chat/state/conversation-list.ts',
    replace: 'if (!summary.archived) ',
    by: '',
    tests: sidebar,
  },
  {
    rule: 'Escape clears the search first',
    file: 'src/web/chat/sidebar/search.tsx',
    replace: "event.key !== 'Escape' ||",
    by: '',
    tests: sidebar,
  },
  {
    rule: 'A draft belongs to its user',
    file: 'src/web/chat/state/chat.ts',
    replace: '(data.user?.id ?? null)',
    by: "'one'",
    tests: sidebar,
  },
  {
    rule: 'The list reads on while it is scrolled',
    file: 'src/web/chat/sidebar/more-button.tsx',
    replace: 'if (entries.some((entry) => entry.isIntersecting)) read();',
    by: '',
    tests: sidebar,
  },
  {
    rule: 'The sidebar is as wide as its content',
    file: 'src/web/chat/styles/layout.css',
    replace: '/ minmax(0, 1fr);\n  inline-size: var(--sidebar);',
    by: '/ auto;\n  inline-size: var(--sidebar);',
    tests: sidebar,
  },
];
