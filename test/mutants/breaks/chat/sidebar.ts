import type { Break } from '../../break.ts';

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
];
