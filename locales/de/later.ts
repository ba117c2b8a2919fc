import { formatNumber } from '#web/shared/text/format.ts';
import type { LaterCatalogue } from '#web/shared/text/later-text.ts';
import { passwords } from './passwords.ts';

export const later: LaterCatalogue = {
  understood: 'Verstanden',
  cancel: 'Abbrechen',
  save: 'Speichern',
  undo: 'Rückgängig',
  online: 'Sie sind wieder online.',
  deleted: 'Unterhaltung gelöscht',
  passwordLink: (by, time) =>
    `${by ?? 'Der Betreiber dieses Dienstes'} hat am ${time} einen Link erhalten, mit dem sich Ihr Passwort festlegen lässt. Wenn Sie nicht darum gebeten haben, wählen Sie ein neues und informieren Sie Ihre Administratoren.`,

  problems: {
    user_blocked: 'Sie wurden für das Senden gesperrt. Ihre Unterhaltungen bleiben lesbar.',
    conversation_busy: 'In dieser Unterhaltung wird noch geantwortet, vielleicht in einem anderen Tab.',
    agent_not_allowed: 'Diese Unterhaltung gehört zu einem Assistenten, der nicht mehr verfügbar ist.',
    rate_limited: 'Das ging sehr schnell. Warten Sie einen Moment und senden Sie erneut.',
    too_many_readers: 'Zu viele Seiten warten auf Antworten. Schließen Sie einige davon.',
    too_many_concurrent: 'Zu viele Antworten auf einmal. Warten Sie, bis eine fertig ist.',
    queue_full: 'Der Dienst ist stark ausgelastet. Versuchen Sie es in einer Minute erneut.',
    provider_refused: 'Das Modell nimmt diese Anfrage nicht an.',
    content_filter: 'Der Inhaltsfilter des Modells hat sie abgelehnt. Formulieren Sie sie anders.',
    context_length:
      'Die Unterhaltung ist zu lang für das Modell. Beginnen Sie einen neuen Chat oder senden Sie weniger.',
    provider_error: 'Das Modell konnte nicht antworten.',
    provider_unavailable: 'Zurzeit ist kein Modell verfügbar. Versuchen Sie es gleich noch einmal.',
    provider_timeout: 'Das Modell hat zu lange gebraucht.',
    turn_timeout: 'Die Antwort hat zu lange gedauert.',
    unavailable: 'Der Dienst kann gerade nicht antworten. Versuchen Sie es gleich noch einmal.',
    worker_lost: 'Der Dienst wurde unterbrochen.',
    queue_expired: 'Die Wartezeit in der Warteschlange war zu lang.',
    prompt_too_long: 'Das ist zu lang. Kürzen Sie es und senden Sie es erneut.',
    deep_dive_not_enabled: 'Deep Dive ist hier nicht verfügbar.',
    deep_dive_first_send_not_allowed: 'Deep Dive ist nach einer Antwort verfügbar.',
    no_response_to_retry: 'Es gibt keine Antwort, die wiederholt werden kann.',
    message_not_found: 'Diese Frage gibt es nicht mehr.',
    validation_error: 'Das wurde nicht angenommen. Prüfen Sie Ihre Eingabe.',
    user_disabled: 'Das Konto ist deaktiviert.',
    too_many_attempts: 'Zu viele Versuche. Warten Sie einen Moment.',
  },

  feedback: {
    title: 'Was war falsch?',
    reasons: [
      'Nicht richtig',
      'Nicht hilfreich',
      'Unvollständig',
      'Frage nicht befolgt',
      'Unsicher oder verletzend',
    ],
    comment: 'Kommentar (optional)',
    send: 'Feedback senden',
    thanks: 'Vielen Dank für Ihr Feedback',
  },

  shortcuts: {
    title: 'Tastenkürzel',
    send: 'Senden',
    newLine: 'Neue Zeile',
    stop: 'Antwort stoppen',
    focus: 'Nachricht schreiben',
    search: 'Unterhaltungen durchsuchen',
    newChat: 'Neuer Chat',
    copyLast: 'Letzte Antwort kopieren',
    help: 'Diese Liste',
  },

  menu: {
    exportMarkdown: 'Als Markdown exportieren',
    exportJson: 'Als JSON exportieren',
    exportAll: 'Meine Unterhaltungen exportieren',
    deleteAll: 'Alle Unterhaltungen löschen',
    print: 'Drucken',
    notify: 'Über Antworten informieren',
    shortcuts: 'Tastenkürzel',
    account: 'Konto',
    password: 'Passwort ändern',
    signOut: 'Abmelden',
    signOutEverywhere: 'Überall abmelden',
    theme: 'Design',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  },

  session: {
    ended: 'Ihre Sitzung ist beendet',
    endedBody:
      'Laden Sie die Seite neu, die diesen Chat enthält, um fortzufahren. Ihr Text bleibt bis dahin erhalten.',
    signedOut: 'Melden Sie sich an, um zu chatten',
    signedOutBody: 'Diese Seite zeigt den Chat nur angemeldeten Personen.',
    signIn: 'Anmelden',
    unavailable: 'Der Chat ist gerade nicht verfügbar',
    unavailableBody: 'Versuchen Sie es gleich noch einmal.',
    disabled: 'Ihr Konto ist deaktiviert',
    disabledBody: 'Bitten Sie die Administratoren Ihrer Organisation, es wieder zu aktivieren.',
    waiting: 'Verbindung wird hergestellt …',
    direct: 'Diese Adresse ist zur Anzeige in einer anderen Seite gedacht',
    directBody: 'Öffnen Sie stattdessen den Chat selbst.',
    openChat: 'Chat öffnen',
  },

  actions: {
    copyReference: 'Referenz kopieren',
    copy: 'Kopieren',
    good: 'Gute Antwort',
    bad: 'Schlechte Antwort',
    deepDiveLeft: (left) => `noch ${formatNumber(left)}`,
    deepDiveUsedUp: (reset) => `Aufgebraucht bis ${reset}`,
    deepDiveHelp: 'Denkt gründlicher nach und antwortet noch einmal. Sie können beide Antworten vergleichen.',
    previous: 'Vorherige Version',
    next: 'Nächste Version',
    version: (index, count) => `${index}/${count}`,
  },

  confirmation: {
    title: 'Bestätigung',
    confirm: 'Bestätigen',
    decline: 'Ablehnen',
    until: (time) => `bis ${time}`,
    states: {
      confirmed: 'Es ist bestätigt.',
      declined: 'Sie haben abgelehnt. Es wurde nichts getan.',
      expired: 'Darüber lässt sich nicht mehr entscheiden. Es wurde nichts getan.',
      open: 'Es wird gerade ausgeführt.',
      done: 'Es ist ausgeführt.',
      failed: 'Es konnte nicht ausgeführt werden.',
      unknown: 'Es wurde vielleicht ausgeführt: Die Antwort kam nicht an.',
    },
  },

  progress: {
    thinking: 'Denkt nach',
    thinkingFor: (seconds) => `Denkt nach · ${formatNumber(seconds)} s`,
    queued: (position) =>
      position <= 1 ? 'Als Nächstes an der Reihe' : `Platz ${formatNumber(position)} in der Warteschlange`,
    reconnecting: 'Verbindung unterbrochen. Die Antwort läuft weiter; es wird neu verbunden …',
    answering: 'Antwort wird geschrieben',
    answerComplete: 'Antwort vollständig',
    answerStopped: 'Antwort abgebrochen',
    answerFailed: 'Antwort fehlgeschlagen',
    unread: 'Neue Antwort',
    wait: 'Darauf warten',
    interrupt: 'Stoppen und senden',
  },

  versions: {
    regenerate: 'Neu generieren',
    edit: 'Bearbeiten',
    editLabel: 'Ihre Frage',
    editHelp: 'Eine neue Antwort wird geschrieben. Was jetzt folgt, bleibt als frühere Version erhalten.',
    edited: 'Bearbeitet',
    older: 'Die Unterhaltung geht von der neuesten Version aus weiter.',
    earlier: 'Dies ist eine frühere Version. Sie gehört nicht mehr zur Unterhaltung.',
    back: 'Zurück zur Unterhaltung',
    askAgain: 'Noch einmal fragen',
    withdrawn: 'Ihr Text steht wieder im Eingabefeld. Was Sie als Nächstes senden, ersetzt diese Frage.',
    taken: 'Diese Frage wurde in einem anderen Fenster geändert. Ihr Text steht im Eingabefeld.',
  },

  markdown: {
    code: 'Programmtext',
    formula: 'Formel',
    table: 'Tabelle',
    wrap: 'Zeilen umbrechen',
    save: 'Code herunterladen',
    footnotes: 'Fußnoten',
    footnote: (number) => `Fußnote ${number}`,
    back: (number) => `Zurück zur Textstelle ${number}`,
    source: (number, host) => `Quelle ${number}: ${host}`,
    sources: 'Quellen',
    mayNotSay: 'Sagt das vielleicht nicht',
    deletedSource: 'Dieses Dokument wurde gelöscht.',
    alerts: { note: 'Hinweis', tip: 'Tipp', important: 'Wichtig', warning: 'Warnung', caution: 'Vorsicht' },
  },

  notifyRefused: 'Der Browser erlaubt dieser Seite keine Benachrichtigungen.',

  search: {
    searching: 'Suche läuft …',
    none: 'Nichts gefunden.',
    noneSoFar: (date) => `Nichts gefunden seit dem ${date}.`,
    until: (date) => `Durchsucht bis zum ${date}.`,
    older: 'Ältere Unterhaltungen durchsuchen',
    found: (count) => `${formatNumber(count)} gefunden`,
  },

  archive: {
    none: 'Keine Unterhaltung ist archiviert.',
    back: 'Zurück zu allen Unterhaltungen',
  },

  manage: {
    more: 'Weitere Aktionen',
    rename: 'Umbenennen',
    delete: 'Löschen',
    pin: 'Anheften',
    unpin: 'Lösen',
    archive: 'Archivieren',
    unarchive: 'Wiederherstellen',
    pinned: 'Unterhaltung angeheftet',
    unpinned: 'Unterhaltung gelöst',
    archived: 'Unterhaltung archiviert',
    unarchived: 'Unterhaltung ist wieder in der Liste',
    renameTitle: 'Umbenennen',
    renameLabel: 'Titel',
    deleteTitle: 'Diese Unterhaltung löschen?',
    deleteBody: (title) =>
      `„${title}“ und die Antworten darin werden gelöscht. Der Verbrauch bleibt, wie er ist.`,
  },

  password: {
    current: 'Aktuelles Passwort',
    chosen: 'Neues Passwort',
    changed: 'Das Passwort wurde geändert. Ihre anderen Anmeldungen sind beendet.',
    wrong: 'Das aktuelle Passwort stimmt nicht.',
    ...passwords,
  },

  everywhere: {
    title: 'Überall abmelden?',
    body: 'Sie werden auf jedem Gerät abgemeldet, auch auf diesem.',
  },

  all: {
    title: 'Alle Unterhaltungen löschen?',
    body: 'Alle Ihre Unterhaltungen und ihre Antworten werden gelöscht, auch die archivierten. Das lässt sich nicht rückgängig machen. Der Verbrauch bleibt, wie er ist.',
    confirm: (word) => `Zur Bestätigung „${word}“ eingeben`,
    word: 'löschen',
    deleted: 'Alle Unterhaltungen wurden gelöscht',
  },
};
