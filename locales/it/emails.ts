import type { EmailWords } from '../en/emails.ts';

export const it: EmailWords = {
  reset: {
    subject: 'Scegli una nuova password',
    asked: (email, tenant) => `È stata richiesta una nuova password per ${email} presso «${tenant}».`,
    choose: 'Se sei stato tu, sceglila qui entro un’ora:',
    otherwise: 'Se non sei stato tu, non è cambiato nulla e puoi ignorare questo messaggio.',
  },
  adminReset: {
    subject: 'Scegli una nuova password',
    done: (email, tenant) =>
      `Un amministratore ha reimpostato la password di ${email} presso «${tenant}». Quella precedente non funziona più.`,
    choose: 'Scegline una nuova qui entro 24 ore:',
  },
  invite: {
    subject: 'Puoi accedere alla chat',
    given: (email, tenant) => `Un amministratore di «${tenant}» ha dato a ${email} l’accesso alla chat.`,
    choose: 'Scegli una password qui entro sette giorni:',
  },
  disabledWebhook: {
    subject: 'Un webhook è stato disattivato',
    stopped: (tenant, origin) =>
      `Gli eventi di «${tenant}» non vengono più inviati a ${origin}: ha risposto che non esiste più, oppure fallisce da giorni.`,
    remedy:
      'Quando funziona di nuovo, attivalo nella pagina dell’account, nella sezione Webhook, e invia di nuovo ciò che ha perso.',
  },
  key: {
    subject: 'La chiave API è stata modificata',
    replacedByKey: (tenant) =>
      `La chiave API di «${tenant}» è stata sostituita da una richiesta che la usava.`,
    replaced: (email, tenant) => `${email} ha sostituito la chiave API di «${tenant}».`,
    ended: (email, tenant) => `${email} ha revocato la precedente chiave API di «${tenant}».`,
    previous: (time) => `La chiave precedente funziona fino al ${time}.`,
    noOther: 'Nessun’altra chiave funziona più.',
    otherwise:
      'Se non è stato nessuno di voi, sostituite la chiave nella pagina dell’account, dove potete revocare subito tutte le altre:',
  },
  test: {
    subject: 'Un messaggio da Parley',
    body: 'Questo messaggio è stato inviato dalla console per verificare che le email arrivino.',
  },
};
