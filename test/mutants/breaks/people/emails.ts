import type { Break } from '../../break.ts';

const emails = ['test/core/clients/email.test.ts'];
const letters = ['test/adapters/mail/smtp-mailer.test.ts'];
const users = ['test/core/administration/manage-users.test.ts'];

export const emailBreaks: readonly Break[] = [
  {
    rule: 'an address that mail programs read a comment or a literal out of is refused',
    file: 'src/core/clients/email.ts',
    replace: '<>()[\\]\\\\",;:]+$/u',
    by: '<>",;:]+$/u',
    tests: emails,
  },
  {
    rule: 'an address with invisible characters is refused',
    file: 'src/core/clients/email.ts',
    replace: '\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}<>',
    by: '\\p{Cs}<>',
    tests: emails,
  },
  {
    rule: 'no address contains what takes the place of a control character in a path',
    file: 'src/core/clients/email.ts',
    replace: '[^\\s\\ufffd@',
    by: '[^\\s@',
    tests: emails,
  },
  {
    rule: 'the domain of an address is stored in ASCII',
    file: 'src/core/clients/email.ts',
    replace: '(domainToASCII(name) || name)',
    by: 'name',
    tests: emails,
  },
  {
    rule: 'a domain is what it says whole, not what is left of it before a slash',
    file: 'src/core/clients/email.ts',
    replace: '^[^\\s/?#@:%\\\\',
    by: '^[^\\s@:\\\\',
    tests: emails,
  },
  {
    rule: 'a letter’s address is no text that is parsed',
    file: 'src/adapters/mail/message.ts',
    replace: "to: { name: '', address: to }",
    by: 'to',
    tests: letters,
  },
  {
    rule: 'people whose domain was stored as it was typed are found',
    file: 'src/adapters/postgres/administration/hosted-user-store.ts',
    replace: "['email', storedForms(key.email)]",
    by: "['email', [key.email]]",
    tests: users,
  },
  {
    rule: 'An address that an earlier release stored in another form is taken',
    file: 'src/core/administration/manage-users.ts',
    replace: 'if (isTaken || ',
    by: 'if (',
    tests: ['test/core/administration/manage-users.test.ts'],
  },
];
