import { type Language, languages } from '#contract/languages/languages.ts';
import { type Actor, actorName } from '../audit/actor.ts';
import { checkEmail } from '../clients/email.ts';
import { composeEmail, emailWords } from '../mail/compose-email.ts';
import type { Mailer } from '../mail/mailer.ts';
import { countTestEmail } from '../operators/console-attempts.ts';
import type { ThrottleStore } from '../sign-in/throttle.ts';
import type { LiveControl } from './live-operations.ts';
import { operation } from './operation.ts';

interface Services {
  readonly mailer: Mailer;
  readonly throttle: ThrottleStore;
  readonly control: LiveControl;
}

export const mailOperations = {
  testMail: operation('testMail', async ({ mailer, throttle, control }: Services, { by, body }) => {
    const to = checkEmail(body.to, '/to');
    await countTestEmail(throttle, actorName(by.actor));
    const sent = await send(mailer, to, body.language ?? languages[0]);
    // An email is no change that the entry could be stored with. The address stays out of the log.
    await control.note(entryOf(by.actor, sent));
    const detail = sent ? sentBy(mailer) : 'the mail server did not accept the email';
    return { body: { ok: true, sent, detail } } as const;
  }),
};

/** Whatever a mail server says about its reasons stays in the log of that server. */
async function send(mailer: Mailer, to: string, language: Language): Promise<boolean> {
  const { subject, body } = emailWords[language].test;
  return mailer.send(composeEmail(language, to, subject, [body])).then(
    () => true,
    () => false,
  );
}

function sentBy(mailer: Mailer): string {
  return mailer.delivers ? 'the mail server accepted it' : 'written to the outbox folder';
}

function entryOf(actor: Actor, sent: boolean) {
  return {
    clientId: null,
    actor: actorName(actor),
    action: 'mail.test',
    subject: 'mail',
    before: null,
    after: { sent },
  } as const;
}
