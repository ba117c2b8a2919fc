import { plural } from '#contract/languages/plural.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import type { LaterCatalogue } from '#web/shared/text/later-text.ts';
import { passwords } from './passwords.ts';

export const later: LaterCatalogue = {
  understood: 'Ho capito',
  cancel: 'Annulla',
  save: 'Salva',
  undo: 'Annulla',
  online: 'Sei di nuovo online.',
  deleted: 'Conversazione eliminata',
  passwordLink: (by, time) =>
    `${by ?? 'Il gestore di questo servizio'} ha ricevuto un link per scegliere la tua password (${time}). Se non lo hai chiesto tu, scegline una nuova e avvisa i tuoi amministratori.`,

  problems: {
    user_blocked: 'L’invio è stato bloccato. Le conversazioni restano leggibili.',
    conversation_busy: 'In questa conversazione è ancora in corso una risposta, forse in un’altra scheda.',
    agent_not_allowed: 'Questa conversazione appartiene a un assistente non più disponibile.',
    rate_limited: 'Troppo veloce. Attendi un momento e invia di nuovo.',
    too_many_readers: 'Troppe pagine sono in attesa di risposte. Chiudine alcune.',
    too_many_concurrent: 'Troppe risposte in corso. Attendi che ne finisca una.',
    queue_full: 'Il servizio è molto occupato. Riprova tra un minuto.',
    provider_refused: 'Il modello non accetta questa richiesta.',
    content_filter: 'Il filtro dei contenuti del modello l’ha rifiutata. Formulala in modo diverso.',
    context_length:
      'La conversazione è troppo lunga per il modello. Inizia una nuova chat o invia meno testo.',
    provider_error: 'Il modello non è riuscito a rispondere.',
    provider_unavailable: 'Al momento nessun modello è disponibile. Riprova tra poco.',
    provider_timeout: 'Il modello ha impiegato troppo tempo.',
    turn_timeout: 'La risposta ha impiegato troppo tempo.',
    unavailable: 'Il servizio non può rispondere ora. Riprova tra poco.',
    worker_lost: 'Il servizio è stato interrotto.',
    queue_expired: 'L’attesa in coda è stata troppo lunga.',
    prompt_too_long: 'È troppo lungo. Accorcialo e invialo di nuovo.',
    deep_dive_not_enabled: 'Deep Dive non è disponibile qui.',
    deep_dive_first_send_not_allowed: 'Deep Dive è disponibile dopo una risposta.',
    no_response_to_retry: 'Non c’è una risposta da ripetere.',
    message_not_found: 'Questa domanda non esiste più.',
    validation_error: 'Non è stato accettato. Controlla ciò che hai scritto.',
    user_disabled: 'L’account è disattivato.',
    too_many_attempts: 'Troppi tentativi. Attendi un momento.',
  },

  feedback: {
    title: 'Che cosa non andava?',
    reasons: [
      'Non corretta',
      'Non utile',
      'Incompleta',
      'Non ha seguito la domanda',
      'Pericolosa o offensiva',
    ],
    comment: 'Commento (facoltativo)',
    send: 'Invia feedback',
    thanks: 'Grazie per il feedback',
  },

  shortcuts: {
    title: 'Scorciatoie da tastiera',
    send: 'Invia',
    newLine: 'Nuova riga',
    stop: 'Interrompi la risposta',
    focus: 'Scrivi un messaggio',
    search: 'Cerca nelle conversazioni',
    newChat: 'Nuova chat',
    copyLast: 'Copia l’ultima risposta',
    help: 'Questo elenco',
  },

  menu: {
    exportMarkdown: 'Esporta come Markdown',
    exportJson: 'Esporta come JSON',
    exportAll: 'Esporta le mie conversazioni',
    deleteAll: 'Elimina tutte le mie conversazioni',
    print: 'Stampa',
    notify: 'Avvisami delle risposte',
    shortcuts: 'Scorciatoie da tastiera',
    account: 'Account',
    password: 'Cambia password',
    signOut: 'Esci',
    signOutEverywhere: 'Esci da tutti i dispositivi',
    theme: 'Tema',
    themes: { system: 'Sistema', light: 'Chiaro', dark: 'Scuro' },
  },

  session: {
    ended: 'La sessione è terminata',
    endedBody:
      'Ricarica la pagina che contiene questa chat per continuare. Il testo è conservato fino ad allora.',
    signedOut: 'Accedi per chattare',
    signedOutBody: 'Questa pagina mostra la chat a chi ha effettuato l’accesso.',
    signIn: 'Accedi',
    unavailable: 'La chat non è disponibile al momento',
    unavailableBody: 'Riprova tra poco.',
    disabled: 'Il tuo account è disattivato',
    disabledBody: 'Chiedi all’amministratore della tua organizzazione di riattivarlo.',
    waiting: 'Connessione…',
    direct: 'Questo indirizzo va mostrato all’interno di un’altra pagina',
    directBody: 'Apri invece la chat.',
    openChat: 'Apri la chat',
  },

  actions: {
    copyReference: 'Copia il riferimento',
    copy: 'Copia',
    good: 'Buona risposta',
    bad: 'Risposta scadente',
    deepDiveLeft: (left) =>
      plural('it', left, { one: `${left} rimasto`, other: `${formatNumber(left)} rimasti` }),
    deepDiveUsedUp: (reset) => `Esaurito fino a ${reset}`,
    deepDiveHelp: 'Riflette più a fondo e risponde di nuovo. Puoi confrontare le due risposte.',
    previous: 'Versione precedente',
    next: 'Versione successiva',
    version: (index, count) => `${index}/${count}`,
  },

  confirmation: {
    title: 'Richiesta di conferma',
    confirm: 'Conferma',
    decline: 'Rifiuta',
    until: (time) => `fino alle ${time}`,
    states: {
      confirmed: 'È confermato.',
      declined: 'Hai rifiutato. Non è stato fatto nulla.',
      expired: 'Non si può più decidere. Non è stato fatto nulla.',
      open: 'È in corso.',
      done: 'È fatto.',
      failed: 'Non è stato possibile farlo.',
      unknown: 'Forse è stato fatto: la risposta non è arrivata.',
    },
  },

  progress: {
    thinking: 'Sto pensando',
    thinkingFor: (seconds) => `Sto pensando · ${formatNumber(seconds)} s`,
    queued: (position) => (position <= 1 ? 'Prossima in coda' : `Numero ${formatNumber(position)} in coda`),
    reconnecting: 'Connessione persa. La risposta continua; riconnessione…',
    answering: 'Risposta in corso',
    answerComplete: 'Risposta completa',
    answerStopped: 'Risposta interrotta',
    answerFailed: 'Risposta non riuscita',
    unread: 'Nuova risposta',
    wait: 'Attendi',
    interrupt: 'Interrompi e invia',
  },

  versions: {
    regenerate: 'Rigenera',
    edit: 'Modifica',
    editLabel: 'La tua domanda',
    editHelp: 'Verrà scritta una nuova risposta. Ciò che segue ora resta come versione precedente.',
    edited: 'Modificata',
    older: 'La conversazione continua dall’ultima versione.',
    earlier: 'Questa è una versione precedente. Non fa più parte della conversazione.',
    back: 'Torna alla conversazione',
    askAgain: 'Chiedi di nuovo',
    withdrawn: 'Il testo è di nuovo nel campo del messaggio. Il prossimo invio sostituisce questa domanda.',
    taken: 'Questa domanda è stata modificata in un’altra finestra. Il testo è nel campo del messaggio.',
  },

  markdown: {
    code: 'Codice',
    formula: 'Formula matematica',
    table: 'Tabella',
    wrap: 'Manda a capo',
    save: 'Scarica il codice',
    footnotes: 'Note a piè di pagina',
    footnote: (number) => `Nota a piè di pagina ${number}`,
    back: (number) => `Torna al richiamo ${number}`,
    source: (number, host) => `Fonte ${number}: ${host}`,
    sources: 'Fonti',
    mayNotSay: 'Forse non dice questo',
    deletedSource: 'Questo documento è stato eliminato.',
    alerts: {
      note: 'Nota',
      tip: 'Suggerimento',
      important: 'Importante',
      warning: 'Avviso',
      caution: 'Attenzione',
    },
  },

  notifyRefused: 'Il browser non consente notifiche da questa pagina.',

  search: {
    searching: 'Ricerca in corso…',
    none: 'Nessun risultato.',
    noneSoFar: (date) => `Nessun risultato dal ${date}.`,
    until: (date) => `Ricerca fino al ${date}.`,
    older: 'Cerca nelle conversazioni precedenti',
    found: (count) => `${formatNumber(count)} ${plural('it', count, { one: 'trovata', other: 'trovate' })}`,
  },

  archive: {
    none: 'Nessuna conversazione archiviata.',
    back: 'Tutte le conversazioni',
  },

  manage: {
    more: 'Altre azioni',
    rename: 'Rinomina',
    delete: 'Elimina',
    pin: 'Fissa',
    unpin: 'Non fissare più',
    archive: 'Archivia',
    unarchive: 'Ripristina',
    pinned: 'Conversazione fissata',
    unpinned: 'Conversazione non più fissata',
    archived: 'Conversazione archiviata',
    unarchived: 'La conversazione è di nuovo nell’elenco',
    renameTitle: 'Rinomina',
    renameLabel: 'Titolo',
    deleteTitle: 'Eliminare questa conversazione?',
    deleteBody: (title) => `«${title}» e le sue risposte saranno cancellate. L’utilizzo resta invariato.`,
  },

  password: {
    current: 'Password attuale',
    chosen: 'Nuova password',
    changed: 'La password è stata cambiata. Le altre sessioni sono terminate.',
    wrong: 'La password attuale non è corretta.',
    ...passwords,
  },

  everywhere: {
    title: 'Uscire da tutti i dispositivi?',
    body: 'Tutti i tuoi dispositivi verranno disconnessi, anche questo.',
  },

  all: {
    title: 'Eliminare tutte le conversazioni?',
    body: 'Tutte le conversazioni e le risposte saranno cancellate, anche quelle archiviate. Non si può annullare. L’utilizzo resta invariato.',
    confirm: (word) => `Scrivi “${word}” per confermare`,
    word: 'elimina',
    deleted: 'Tutte le conversazioni sono state eliminate',
  },
};
