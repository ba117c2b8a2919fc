import type { LaterAccountCatalogue } from '#web/account/text/words.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import { audit } from './audit.ts';
import { ended } from './ended.ts';
import { findings } from './findings.ts';
import { guidance } from './guidance.ts';
import { knowledge } from './knowledge.ts';
import { ownKey } from './own-key.ts';
import { ratings } from './ratings.ts';
import { tools } from './tools.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const later: LaterAccountCatalogue = {
  brand: {
    note: 'L’aspetto delle tue pagine e ciò che dicono per prima cosa.',
    logo: 'Logo',
    logoHelp: 'PNG, JPEG, WebP o GIF, al massimo 2 MB. Appare all’accesso e nella chat.',
    chooseLogo: 'Scegli un file',
    removeLogo: 'Rimuovi logo',
    removeLogoBody: 'Le pagine mostreranno il logo neutro.',
    tooLarge: 'Il file supera i 2 MB.',
    assistantName: 'Nome dell’assistente',
    assistantNameHelp: 'Appare in alto nella chat. Vuoto: il nome della tua organizzazione.',
    radius: 'Angoli',
    radii: { soft: 'Morbidi', square: 'Retti', round: 'Tondi' },
    font: 'Carattere',
    fonts: {
      standard: 'Predefinito',
      system: 'Del dispositivo',
      humanist: 'Umanista',
      geometric: 'Geometrico',
      serif: 'Con grazie',
    },
    density: 'Spaziatura',
    densities: { comfortable: 'Ampia', compact: 'Compatta' },
    accent: 'Colore di risalto',
    accentText: 'Come #rrggbb',
    ownAccent: 'Usa un colore di risalto tuo',
    ratio: (theme, ratio) => `${theme}: contrasto del testo ${ratio}.`,
    forced:
      'La luminosità viene adattata, perché un testo di questo colore sarebbe difficile da leggere. I pulsanti lo mantengono.',
    greeting: 'Saluto',
    greetingHelp: 'Appare all’inizio di una conversazione. Vuoto: il nostro testo.',
    greetingDefault: 'Che cosa vorresti sapere?',
    aiNotice: 'Avviso sull’IA',
    aiNoticeHelp:
      'Compare dove si scrive la prima domanda, dopo il segno AI, che rimane sempre. Da 10 a 300 caratteri per lingua; senza testo, le nostre parole.',
    aiNoticeLanguage: 'Lingua dell’avviso',
    starters: 'Suggerimenti',
    starter: (index) => `Suggerimento ${index}`,
    startersHelp: 'Fino a sei domande con cui iniziare.',
    addStarter: 'Aggiungi suggerimento',
    removeStarter: 'Rimuovi',
    preview: 'Anteprima',
    previewLink: 'un link',
    previewSend: 'Invia',
  },

  embedding: {
    note: 'Mostra la chat sulle tue pagine.',
    origins: 'Origini consentite',
    originsHelp:
      'Una per riga, ad esempio https://www.example.com. Solo le pagine di queste origini possono mostrare la chat.',
    noOrigins: 'Nessuna origine è ancora consentita: la chat non può essere integrata da nessuna parte.',
    closing: 'I frame aperti su origini rimosse restano finché la loro pagina non viene ricaricata.',
    snippet: 'Frammento di codice',
    pinned: 'Frammento con integrità',
    pinnedHelp: 'Oppure fissa questa versione: il browser rifiuterà qualsiasi altro file.',
    snippetHelp:
      'Inseriscilo in ogni pagina che deve mostrare la chat. L’indirizzo in data-token-endpoint appartiene al tuo backend: chiede alla nostra API un token per l’utente che ha effettuato l’accesso e risponde 401 quando non c’è nessuno. data-accent è il colore del pulsante; data-locale imposta la lingua, che altrimenti è quella della tua pagina.',
    frame: 'Senza launcher',
    frameHelp: 'Un iframe con questo indirizzo e un token del tuo backend dopo #token=.',
    headers: 'Intestazioni delle tue pagine',
    headersHelp:
      'Se le tue pagine inviano una Content-Security-Policy, servono queste sorgenti: lo script, il frame e, in connect-src, il tuo endpoint dei token.',
    check: 'Verifica una pagina',
    checkHelp: 'Mostra che cosa blocca la chat su una pagina.',
    pageUrl: 'Indirizzo della pagina',
    policy: 'La sua Content-Security-Policy (facoltativa)',
    endpoint: 'Percorso del suo endpoint dei token (facoltativo)',
    run: 'Verifica',
    allGood: 'Nulla impedisce la chat su questa pagina.',
    found: 'Questa pagina non può ancora mostrare la chat.',
    fine: 'A posto',
    missing: 'Manca',
    untried: 'Non provato',
  },

  findings,

  users,

  webhooks,

  guidance,

  knowledge,

  tools,

  ownKey,

  ratings,

  ended,

  security: {
    note: 'Chi ha effettuato l’accesso e che cosa è stato modificato.',
    handoff: 'Chiave di passaggio',
    handoffHelp:
      'Firma ogni sessione della tua organizzazione. Rinnovala se una sessione o un token può essere finito in mani sbagliate.',
    rotate: 'Rinnova la chiave di passaggio',
    rotateTitle: 'Rinnovare la chiave di passaggio?',
    rotateBody: (sessions) =>
      `Questo termina subito ${sessions}, compresa la tua, e ogni token che il tuo backend ha ottenuto per una chat integrata.`,
    rotateKeeps: 'Chiavi API, conversazioni e utilizzo restano invariati. Dopo dovrai accedere di nuovo.',
    oneSession: 'la sessione dell’unica persona connessa',
    manySessions: (count) => `tutte le ${formatNumber(count)} sessioni delle persone connesse`,
    confirmRotate: 'Rinnova ed esci',
    sessions: 'Sessioni',
    current: 'Questa',
    device: (browser, system) => `${browser} su ${system}`,
    unknownDevice: 'Dispositivo sconosciuto',
    since: (from, until) => `Dal ${from}, termina il ${until}`,
    end: 'Termina',
    ended: (email) => `La sessione di ${email} è terminata`,
    noSessions: 'Nessuno ha effettuato l’accesso.',
    audit: 'Modifiche',
    auditNote: 'Chi ha modificato che cosa, a partire dalle più recenti.',
    operator: 'Gestore',
    ownKey: 'Chiave API',
    noAudit: 'Non è ancora stato modificato nulla.',
  },

  audit,
};
