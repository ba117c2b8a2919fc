import { plural } from '#contract/languages/plural.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import type { Catalogue } from '#web/shared/text/text.ts';

export { common } from './common.ts';

export const readLater = () => import('./later.ts');

export const chat: Catalogue = {
  you: 'Tu',
  assistant: 'Risposta',
  dismiss: 'Nascondi',
  problems: {
    offline: 'Sei offline. Il testo è conservato.',
    unreachable: 'Il servizio non è raggiungibile. Il testo è conservato.',
    unexpected: 'Qualcosa è andato storto. Il testo è conservato.',
    subscription_inactive:
      'La chat è in pausa perché l’abbonamento non è attivo. Le conversazioni restano leggibili.',
    conversation_not_found: 'Questa conversazione non esiste più.',
  },

  composer: {
    label: 'Messaggio',
    placeholder: (name) => `Chiedi a ${name}`,
    send: 'Invia',
    stop: 'Interrompi',
    tooLong: (over) =>
      `${formatNumber(over)} ${plural('it', over, { one: 'carattere', other: 'caratteri' })} di troppo`,
    paused: 'La chat è in pausa',
    hint: 'Le risposte vengono da un’IA e possono essere errate. Verifica ciò che conta.',
  },

  conversation: {
    log: 'Conversazione',
    untitled: 'Nuova chat',
    earlier: 'Messaggi precedenti',
    jump: 'Vai al più recente',
    stopped: 'Interrotta',
    cut: 'Questa risposta è incompleta.',
    failed: 'Non è stata scritta alcuna risposta.',
    showAll: 'Mostra tutto',
    showLess: 'Mostra meno',
    greeting: 'Che cosa vorresti sapere?',
  },

  actions: {
    deepDive: 'Deep Dive',
  },

  sidebar: {
    region: 'Conversazioni',
    newChat: 'Nuova chat',
    search: 'Cerca nelle conversazioni',
    show: 'Mostra barra laterale',
    hide: 'Nascondi barra laterale',
    pinned: 'Fissate',
    archived: 'Archiviate',
    more: 'Mostra altro',
    none: 'Le conversazioni appariranno qui.',
  },

  days: { today: 'Oggi', yesterday: 'Ieri', week: 'Ultimi 7 giorni', month: 'Ultimi 30 giorni' },

  usage: {
    title: 'Oggi',
    of: (used, limit) => `${formatNumber(used)} di ${formatNumber(limit)}`,
    unlimited: (used) => `${formatNumber(used)} · senza limite`,
    resets: (time) => `Si azzera: ${time}`,
    context: 'Contesto',
    contextValue: (percent) => `${percent}%`,
    contextHelp: 'Quanto è piena la memoria del modello per questa conversazione. Non è la tua quota.',
    usedUp: (dimension, scope, reset) =>
      `${scope === 'user' ? 'Il tuo limite giornaliero' : 'Il limite giornaliero condiviso'} (${dimension}) è esaurito. Si azzera: ${reset}.`,
    kept: 'Il testo è conservato.',
  },

  menu: 'Menu',

  markdown: {
    takeCode: 'Copia codice',
    image: 'Immagine',
    table: 'Tabella',
    done: 'Fatto',
    open: 'Da fare',
  },
};
