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
    note: 'Wie Ihre Seiten aussehen und was sie als Erstes sagen.',
    logo: 'Logo',
    logoHelp: 'PNG, JPEG, WebP oder GIF, höchstens 2 MB. Es erscheint bei der Anmeldung und im Chat.',
    chooseLogo: 'Datei auswählen',
    removeLogo: 'Logo entfernen',
    removeLogoBody: 'Die Seiten zeigen dann das neutrale Logo.',
    tooLarge: 'Die Datei ist größer als 2 MB.',
    assistantName: 'Name des Assistenten',
    assistantNameHelp: 'Steht oben im Chat. Leer: der Name Ihrer Organisation.',
    radius: 'Ecken',
    radii: { soft: 'Weich', square: 'Eckig', round: 'Rund' },
    font: 'Schriftart',
    fonts: {
      standard: 'Standard',
      system: 'Schrift des Geräts',
      humanist: 'Humanistisch',
      geometric: 'Geometrisch',
      serif: 'Serifen',
    },
    density: 'Abstände',
    densities: { comfortable: 'Großzügig', compact: 'Kompakt' },
    accent: 'Akzentfarbe',
    accentText: 'Als #rrggbb',
    ownAccent: 'Eigene Akzentfarbe verwenden',
    ratio: (theme, ratio) => `${theme}: Textkontrast ${ratio}.`,
    forced:
      'Die Helligkeit wird angepasst, weil Text in dieser Farbe sonst schwer lesbar wäre. Schaltflächen behalten sie.',
    greeting: 'Begrüßung',
    greetingHelp: 'Steht am Anfang einer Unterhaltung. Leer: unser eigener Text.',
    greetingDefault: 'Was möchten Sie wissen?',
    aiNotice: 'Hinweis auf die KI',
    aiNoticeHelp:
      'Steht, wo die erste Frage geschrieben wird, hinter dem Zeichen AI, das immer bleibt. 10 bis 300 Zeichen je Sprache; ohne eigenen Text gelten unsere Worte.',
    aiNoticeLanguage: 'Sprache des Hinweises',
    starters: 'Einstiegsfragen',
    starter: (index) => `Einstiegsfrage ${index}`,
    startersHelp: 'Bis zu sechs Fragen für den Einstieg.',
    addStarter: 'Einstiegsfrage hinzufügen',
    removeStarter: 'Entfernen',
    preview: 'Vorschau',
    previewLink: 'ein Link',
    previewSend: 'Senden',
  },

  embedding: {
    note: 'Den Chat auf Ihren eigenen Seiten anzeigen.',
    origins: 'Erlaubte Origins',
    originsHelp:
      'Eine pro Zeile, zum Beispiel https://www.example.com. Nur Seiten dieser Origins dürfen den Chat anzeigen.',
    noOrigins: 'Noch ist keine Origin erlaubt: Der Chat lässt sich nirgends einbetten.',
    closing: 'Offene Frames auf entfernten Origins bleiben, bis ihre Seite neu geladen wird.',
    snippet: 'Snippet',
    pinned: 'Snippet mit Integritätsprüfung',
    pinnedHelp: 'Oder legen Sie diese Version fest: Der Browser lehnt dann jede andere Datei ab.',
    snippetHelp:
      'Fügen Sie es in jede Seite ein, die den Chat anzeigen soll. Die Adresse in data-token-endpoint gehört zu Ihrem eigenen Backend: Es fordert bei unserer API ein Token für die angemeldete Person an und antwortet mit 401, wenn niemand angemeldet ist. data-accent ist die Farbe der Schaltfläche; data-locale legt die Sprache fest, sonst gilt die Ihrer Seite.',
    frame: 'Ohne Launcher',
    frameHelp: 'Ein iframe mit dieser Adresse und einem Token Ihres Backends hinter #token=.',
    headers: 'Header Ihrer Seiten',
    headersHelp:
      'Wenn Ihre Seiten eine Content-Security-Policy senden, braucht sie diese Quellen: das Skript, den Frame und in connect-src Ihren eigenen Token-Endpunkt.',
    check: 'Seite prüfen',
    checkHelp: 'Zeigt, was den Chat auf einer Seite blockiert.',
    pageUrl: 'Adresse der Seite',
    policy: 'Ihre Content-Security-Policy (optional)',
    endpoint: 'Pfad ihres Token-Endpunkts (optional)',
    run: 'Prüfen',
    allGood: 'Auf dieser Seite steht dem Chat nichts im Weg.',
    found: 'Diese Seite kann den Chat noch nicht anzeigen.',
    fine: 'In Ordnung',
    missing: 'Fehlt',
    untried: 'Nicht geprüft',
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
    note: 'Wer angemeldet ist und was geändert wurde.',
    handoff: 'Handoff-Schlüssel',
    handoffHelp:
      'Signiert jede Sitzung Ihrer Organisation. Erneuern Sie ihn, wenn eine Sitzung oder ein Token in falsche Hände geraten sein könnte.',
    rotate: 'Handoff-Schlüssel erneuern',
    rotateTitle: 'Handoff-Schlüssel erneuern?',
    rotateBody: (sessions) =>
      `Dies beendet sofort ${sessions}, auch Ihre eigene, und jedes Token, das Ihr Backend für einen eingebetteten Chat erhalten hat.`,
    rotateKeeps:
      'API-Schlüssel, Unterhaltungen und Nutzung bleiben, wie sie sind. Danach melden Sie sich neu an.',
    oneSession: 'die Sitzung der einzigen angemeldeten Person',
    manySessions: (count) => `alle ${formatNumber(count)} Sitzungen angemeldeter Personen`,
    confirmRotate: 'Erneuern und abmelden',
    sessions: 'Sitzungen',
    current: 'Diese Sitzung',
    device: (browser, system) => `${browser} auf ${system}`,
    unknownDevice: 'Unbekanntes Gerät',
    since: (from, until) => `Seit ${from}, endet ${until}`,
    end: 'Beenden',
    ended: (email) => `Die Sitzung von ${email} ist beendet`,
    noSessions: 'Niemand ist angemeldet.',
    audit: 'Änderungen',
    auditNote: 'Wer was geändert hat, Neuestes zuerst.',
    operator: 'Betreiber',
    ownKey: 'API-Schlüssel',
    noAudit: 'Noch wurde nichts geändert.',
  },

  audit,
};
