import { composeEmail } from '../mail/compose-email.ts';
import type { Mail } from '../mail/mailer.ts';
import type { Operator } from './operator.ts';

/** For the person to whom a passkey was added, who may not have done it. In English, as the console is. */
export function passkeyEmail({ email }: Pick<Operator, 'email'>, name: string, consoleUrl: string): Mail {
  return composeEmail('en', email, 'A passkey was added to your operator account', [
    `The passkey "${name}" can now sign in as ${email} at the console:`,
    consoleUrl,
    'If it was not you, ask another owner, or someone with a shell on the machine, for a link: it removes all your passkeys and ends all your sessions.',
  ]);
}
