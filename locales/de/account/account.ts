import type { AccountCatalogue } from '#web/account/text/words.ts';

export { common } from '../common.ts';

export const readLater = () => import('./later.ts');

export const account: AccountCatalogue = {
  backToChat: 'Chat öffnen',
  sections: 'Bereiche',
  menu: 'Menü',
  signOut: 'Abmelden',
  theme: 'Design',
  themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
  cancel: 'Abbrechen',
  save: 'Speichern',
  saved: 'Gespeichert',
  refresh: 'Aktualisieren',
  more: 'Mehr anzeigen',
  csv: 'CSV herunterladen',

  sectionNames: {
    usage: 'Nutzung',
    users: 'Benutzer',
    assistant: 'Assistent',
    brand: 'Marke',
    embedding: 'Einbettung',
    webhooks: 'Webhooks',
    security: 'Sicherheit',
    subscription: 'Abonnement',
  },

  fields: {
    email: 'E-Mail-Adresse',
    assistant_name: 'Name des Assistenten',
    accent: 'Akzentfarbe',
    greeting: 'Begrüßung',
    starters: 'Einstiegsfrage',
    origins: 'Origin',
    page_url: 'Adresse der Seite',
    token_endpoint: 'Token-Endpunkt',
    url: 'Adresse',
    text: 'Entwurf',
    description: 'Beschreibung',
    types: 'Typen',
    enabled: 'Dieses Recht',
    admin: 'Dieses Recht',
    identity: 'Kennung',
    other: 'Der Wert',
  },

  problems: {
    offline: 'Sie sind offline. Es wurde nichts geändert.',
    unreachable: 'Der Dienst ist nicht erreichbar. Versuchen Sie es erneut.',
    unexpected: 'Etwas ist schiefgelaufen. Versuchen Sie es erneut.',
    userExists: 'Diese E-Mail-Adresse ist bereits vergeben.',
    gone: 'Das gibt es nicht mehr. Laden Sie die Seite neu.',
    tooManyWebhooks: 'Mehr Endpunkte darf eine Organisation nicht haben. Löschen Sie zuerst einen.',
    emailNotSent:
      'Der Mailserver hat die E-Mail nicht angenommen. Die Person ist angelegt; setzen Sie das Passwort zurück, um es erneut zu versuchen.',
  },

  mistakes: {
    'email.format': 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel ada@example.com.',
    'accent.format': 'Geben Sie eine Farbe als #rrggbb ein.',
    'origins.format': 'Geben Sie eine Origin wie https://www.example.com ein; http:// ist nur für localhost.',
    format: 'Geben Sie eine Zeile mit sichtbaren Zeichen ein.',
    webhook_url_not_allowed:
      'Geben Sie eine öffentliche Adresse ein, die mit https:// beginnt, ohne Benutzer und Passwort und nicht von diesem Dienst. Der Betreiber kann weitere Netze erlauben.',
    'types.unknown': 'Diesen Ereignistyp gibt es nicht.',
    own_account: 'Das ist beim eigenen Konto nicht möglich.',
    reserved_identity_prefix:
      'Eine Kennung, die mit hu: beginnt, gehört einer Person, die sich anmeldet; geben Sie sie vollständig ein.',
    characters: 'Enthält Zeichen, die sich nicht speichern lassen.',
    image:
      'Die Datei muss ein unbeschädigtes PNG, JPEG, WebP oder GIF sein und höchstens 4096 × 4096 Pixel haben.',
    svg: 'Ein SVG kann Skripte enthalten. Verwenden Sie PNG, JPEG, WebP oder GIF.',
    maxLength: 'Das ist zu lang.',
    maxItems: 'Das sind zu viele.',
    required: 'Hier fehlt eine Angabe.',
    invalid: 'Das wurde nicht angenommen.',
  },
  mistakeIn: (field, mistake) => `${field}: ${mistake}`,

  usage: {
    today: 'Heute',
    days: 'Letzte 30 Tage',
    byUser: 'Nach Benutzer',
    byUserNote: 'Die 100 Personen, die den Chat in den letzten 30 Tagen am meisten genutzt haben.',
    resets: (time) => `Neu ab ${time}. Tage sind UTC-Tage.`,
    noLimit: (used) => `${used} · ohne Limit`,
    of: (used, limit) => `${used} von ${limit}`,
    allUsers: 'von allen Benutzern zusammen',
    dimension: 'Anzeige',
    chart: 'Diagramm',
    table: 'Tabelle',
    view: 'Ansicht',
    summary: (name, total, peak, day) => `${name}: ${total} in 30 Tagen, am meisten am ${day} mit ${peak}.`,
    noneOf: (name) => `${name}: keine in den letzten 30 Tagen.`,
    onDay: (day, count) => `${day}: ${count}`,
    total: (count) => `${count} in 30 Tagen`,
    day: 'Tag (UTC)',
    user: 'Benutzer',
    todayColumn: 'Heute',
    monthColumn: '30 Tage',
    topToday: 'Heute am meisten genutzt',
    emptyToday: 'Heute wurde noch keine Frage gesendet.',
    unguarded:
      'Ihr Chat lässt sich einbetten und hat weder ein Limit je Benutzer noch eines für gleichzeitige Antworten: Ein einziger Besucher kann das Tageslimit aller aufbrauchen. Bitten Sie den Betreiber dieses Dienstes, eines festzulegen.',
    empty: 'In den letzten 30 Tagen hat niemand den Chat genutzt. Gesendete Fragen werden hier gezählt.',
  },

  people: {
    title: 'Personen nach Kennung',
    note: 'Wer über Ihre eigene Website kommt, hat die Kennung, die Ihr Backend vergeben hat. Blockierte können lesen, aber nicht senden.',
    identity: 'Kennung',
    block: 'Blockieren',
    unblock: 'Freigeben',
    blockName: (name) => `${name} blockieren`,
    unblockName: (name) => `${name} freigeben`,
    blocked: 'Blockiert',
    blockTitle: 'Diese Person blockieren?',
    blockBody: (name) =>
      `${name} kann dann lesen, aber nicht senden. Wartende Fragen werden abgebrochen und nicht gezählt, laufende Antworten werden abgeschnitten.`,
    undo: 'Rückgängig',
    sending: 'Senden',
    export: 'Daten exportieren',
    erase: 'Daten löschen',
    noneBlocked: 'Niemand ist blockiert.',
    wasBlocked: (name) => `${name} ist blockiert`,
    wasUnblocked: (name) => `${name} kann wieder senden`,
    eraseTitle: 'Daten dieser Person löschen?',
    eraseBody: (name) =>
      `Alles, was über ${name} gespeichert ist, wird gelöscht: Unterhaltungen, Feedback und gegebenenfalls das Konto. Das lässt sich nicht rückgängig machen. Nutzungszahlen bleiben ohne den Namen erhalten.`,
    confirmErase: 'Löschen',
    wasErased: 'Die Daten sind gelöscht',
    isErasing: 'Die Daten werden gelöscht',
  },

  subscription: {
    note: 'Was Ihr Vertrag umfasst. Der Betreiber dieses Dienstes kann es ändern.',
    status: 'Status',
    statuses: { trial: 'Testphase', active: 'Aktiv', past_due: 'Zahlung überfällig', canceled: 'Gekündigt' },
    allowed: 'Alle können chatten.',
    notAllowed:
      'Der Chat pausiert: Niemand kann senden, und nur Administratoren können sich anmelden. Unterhaltungen bleiben erhalten. Bitten Sie den Betreiber dieses Dienstes, das Abonnement zu erneuern.',
    limits: 'Tageslimits',
    shared: 'Alle Benutzer zusammen',
    eachUser: (name) => `${name}, je Benutzer`,
    noLimit: 'Kein Limit',
    enabled: 'Aktiviert',
    notEnabled: 'Nicht aktiviert',
  },
};
