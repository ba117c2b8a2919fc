import type { Break } from '../break.ts';

const endpoints = 'examples/partner-site/token-endpoints';
const tests = ['test/docs/example.test.ts'];

export const exampleBreaks: readonly Break[] = [
  {
    rule: 'The token endpoint of the site takes the user from a session that it knows',
    file: 'examples/partner-site/sessions.ts',
    replace: 'return sessions.get(sessionId(request)) ?? null;',
    by: 'return sessions.get(sessionId(request)) || sessionId(request) || null;',
    tests,
  },
  {
    rule: 'The token endpoint in Python takes the user from a session that it knows',
    file: `${endpoints}/python.py`,
    replace: 'sessions.get(cookie[1]) if cookie',
    by: 'sessions.get(cookie[1], cookie[1]) if cookie',
    tests,
  },
  {
    rule: 'The token endpoint in Next.js takes the user from a session that it has verified',
    file: `${endpoints}/next/app/api/chat-token/route.ts`,
    replace: '  const userId = await signedInUser(request);',
    by: "  const userId = new URL(request.url).searchParams.get('external_user_id') ?? (await signedInUser(request));",
    tests,
  },
  {
    rule: 'A chat that is mounted in a page is no dialog',
    file: 'src/launcher/view.ts',
    replace: "panel.ariaModal = isInline ? null : 'false';",
    by: "panel.ariaModal = 'false';",
    tests: ['test/screens/launcher-accessibility.test.ts'],
  },
];
