import { formatNumber } from '#web/shared/text/format.ts';
import type { Catalogue } from '#web/shared/text/text.ts';

export { common } from './common.ts';

export const readLater = () => import('./later.ts');

export const chat: Catalogue = {
  you: 'Sie',
  assistant: 'Antwort',
  dismiss: 'Ausblenden',
  problems: {
    offline: 'Sie sind offline. Ihr Text bleibt erhalten.',
    unreachable: 'Der Dienst ist nicht erreichbar. Ihr Text bleibt erhalten.',
    unexpected: 'Etwas ist schiefgegangen. Ihr Text bleibt erhalten.',
    subscription_inactive:
      'Der Chat pausiert, weil das Abonnement nicht aktiv ist. Ihre Unterhaltungen bleiben lesbar.',
    conversation_not_found: 'Diese Unterhaltung gibt es nicht mehr.',
  },

  composer: {
    label: 'Nachricht',
    placeholder: (name) => `${name} fragen`,
    send: 'Senden',
    stop: 'Stoppen',
    tooLong: (over) => `${formatNumber(over)} Zeichen zu lang`,
    paused: 'Der Chat pausiert',
    hint: 'Antworten stammen von einer KI und können falsch sein. Prüfen Sie Wichtiges.',
  },

  conversation: {
    log: 'Unterhaltung',
    untitled: 'Neuer Chat',
    earlier: 'Frühere Nachrichten',
    jump: 'Zum Neuesten springen',
    stopped: 'Gestoppt',
    cut: 'Diese Antwort ist unvollständig.',
    failed: 'Es wurde keine Antwort geschrieben.',
    showAll: 'Alles anzeigen',
    showLess: 'Weniger anzeigen',
    greeting: 'Was möchten Sie wissen?',
  },

  actions: {
    deepDive: 'Deep Dive',
  },

  sidebar: {
    region: 'Unterhaltungen',
    newChat: 'Neuer Chat',
    search: 'Unterhaltungen durchsuchen',
    show: 'Seitenleiste einblenden',
    hide: 'Seitenleiste ausblenden',
    pinned: 'Angeheftet',
    archived: 'Archiviert',
    more: 'Mehr anzeigen',
    none: 'Ihre Unterhaltungen erscheinen hier.',
  },

  days: { today: 'Heute', yesterday: 'Gestern', week: 'Letzte 7 Tage', month: 'Letzte 30 Tage' },

  usage: {
    title: 'Heute',
    of: (used, limit) => `${formatNumber(used)} von ${formatNumber(limit)}`,
    unlimited: (used) => `${formatNumber(used)} · ohne Limit`,
    resets: (time) => `Neu ab ${time}`,
    context: 'Kontext',
    contextValue: (percent) => `${percent} %`,
    contextHelp: 'Wie voll das Gedächtnis des Modells für diese Unterhaltung ist. Nicht Ihr Kontingent.',
    usedUp: (dimension, scope, reset) =>
      `${scope === 'user' ? 'Ihr' : 'Das gemeinsame'} Tageslimit für ${dimension} ist aufgebraucht. Neu ab ${reset}.`,
    kept: 'Ihr Text bleibt erhalten.',
  },

  menu: 'Menü',

  markdown: {
    takeCode: 'Code kopieren',
    image: 'Bild',
    table: 'Tabelle',
    done: 'Erledigt',
    open: 'Offen',
  },
};
