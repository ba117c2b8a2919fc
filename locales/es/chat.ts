import { plural } from '#contract/languages/plural.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import type { Catalogue } from '#web/shared/text/text.ts';

export { common } from './common.ts';

export const readLater = () => import('./later.ts');

export const chat: Catalogue = {
  you: 'Usted',
  assistant: 'Respuesta',
  dismiss: 'Descartar',
  problems: {
    offline: 'No hay conexión. El texto se conserva.',
    unreachable: 'No se pudo contactar con el servicio. El texto se conserva.',
    unexpected: 'Algo salió mal. El texto se conserva.',
    subscription_inactive:
      'El chat está en pausa porque la suscripción no está activa. Las conversaciones se pueden seguir leyendo.',
    conversation_not_found: 'Esta conversación ya no existe.',
  },

  composer: {
    label: 'Mensaje',
    placeholder: (name) => `Preguntar a ${name}`,
    send: 'Enviar',
    stop: 'Detener',
    tooLong: (over) =>
      `${formatNumber(over)} ${plural('es', over, { one: 'carácter', other: 'caracteres' })} de más`,
    paused: 'El chat está en pausa',
    hint: 'Las respuestas son de una IA y pueden ser erróneas. Compruebe lo importante.',
  },

  conversation: {
    log: 'Conversación',
    untitled: 'Nuevo chat',
    earlier: 'Mensajes anteriores',
    jump: 'Ir a lo último',
    stopped: 'Detenida',
    cut: 'Esta respuesta está incompleta.',
    failed: 'No se escribió ninguna respuesta.',
    showAll: 'Mostrar todo',
    showLess: 'Mostrar menos',
    greeting: '¿Qué le gustaría saber?',
  },

  actions: {
    deepDive: 'Deep Dive',
  },

  sidebar: {
    region: 'Conversaciones',
    newChat: 'Nuevo chat',
    search: 'Buscar conversaciones',
    show: 'Mostrar la barra lateral',
    hide: 'Ocultar la barra lateral',
    pinned: 'Fijadas',
    archived: 'Archivadas',
    more: 'Mostrar más',
    none: 'Las conversaciones aparecerán aquí.',
  },

  days: { today: 'Hoy', yesterday: 'Ayer', week: 'Últimos 7 días', month: 'Últimos 30 días' },

  usage: {
    title: 'Hoy',
    of: (used, limit) => `${formatNumber(used)} de ${formatNumber(limit)}`,
    unlimited: (used) => `${formatNumber(used)} · sin límite`,
    resets: (time) => `Se restablece: ${time}`,
    context: 'Contexto',
    contextValue: (percent) => `${percent} %`,
    contextHelp: 'Qué tan llena está la memoria del modelo en esta conversación. No es la cuota.',
    usedUp: (dimension, scope, reset) =>
      `Se agotó ${scope === 'user' ? 'su límite diario' : 'el límite diario compartido'} de ${dimension}. Se restablece: ${reset}.`,
    kept: 'El texto se conserva.',
  },

  menu: 'Menú',

  markdown: {
    takeCode: 'Copiar código',
    image: 'Imagen',
    table: 'Tabla',
    done: 'Hecho',
    open: 'Pendiente',
  },
};
