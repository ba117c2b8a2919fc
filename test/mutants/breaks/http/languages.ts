import type { Break } from '../../break.ts';

export const languageBreaks: readonly Break[] = [
  {
    rule: 'A language that `Intl` refuses is skipped',
    file: 'src/web/shared/text/format.ts',
    replace: ' && isTag(tag)',
    by: ' && isTag(tag) !== null',
    tests: ['test/browser/languages/odd-tags.test.ts'],
  },
  {
    rule: 'A language is known in the form of a system, too',
    file: 'src/contract/languages/match-language.ts',
    replace: '[-_.@]',
    by: '[-_.]',
    tests: ['test/contract/languages.test.ts'],
  },
  {
    rule: 'A language that the browser does not want is not chosen',
    file: 'src/contract/languages/match-language.ts',
    replace: "tag !== '' && weight > 0",
    by: "tag !== ''",
    tests: ['test/contract/languages.test.ts'],
  },
  {
    rule: 'The most wanted language comes first',
    file: 'src/contract/languages/match-language.ts',
    replace: '    .sort((one, other) => other.weight - one.weight)\n',
    by: '',
    tests: ['test/contract/languages.test.ts'],
  },
  {
    rule: 'A page is sent with the words of its language',
    file: 'src/http/pages/web-build.ts',
    replace: 'const all = withImports(chunks, [entry, ...words]);',
    by: 'const all = withImports(chunks, [entry, ...words.slice(1)]);',
    tests: ['test/flows/hosted/pages.test.ts'],
  },
  {
    rule: 'A person finds the language again that it chose',
    file: 'src/http/handlers/own.ts',
    replace: '    await languages.setLanguage(client.id, hostedUserId, body.language);\n',
    by: '    void [client, hostedUserId, body];\n',
    tests: ['test/flows/hosted/pages.test.ts'],
  },
  {
    rule: 'What was chosen before a sign-in is stored for the person, once',
    file: 'src/http/handlers/login-page.ts',
    replace: 'if (language === null || chosen === language) return null;',
    by: 'if (language === null) return null;',
    tests: ['test/flows/hosted/languages.test.ts'],
  },
  {
    rule: "A letter is in the person's last choice before the inviter's language",
    file: 'src/core/sign-in/password-mail.ts',
    replace: 'account.language ?? account.invitedLanguage ?? language',
    by: 'account.invitedLanguage ?? account.language ?? language',
    tests: ['test/flows/hosted/languages.test.ts'],
  },
  {
    rule: 'The account page has the language that the person chose',
    file: 'src/http/handlers/tenant-pages.ts',
    replace:
      'return sendPage(pages.web, reply, data, languageFor(request, [data.user.language]), pageHeaders());',
    by: 'return sendPage(pages.web, reply, data, languageFor(request), pageHeaders());',
    tests: ['test/flows/hosted/pages.test.ts'],
  },
];
