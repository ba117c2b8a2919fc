import { plural } from '#contract/languages/plural.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import type { LaterCatalogue } from '#web/shared/text/later-text.ts';
import { passwords } from './passwords.ts';

export const later: LaterCatalogue = {
  understood: 'Entendido',
  cancel: 'Cancelar',
  save: 'Guardar',
  undo: 'Deshacer',
  online: 'Vuelve a tener conexión.',
  deleted: 'Conversación eliminada',
  passwordLink: (by, time) =>
    `${by ?? 'El operador de este servicio'} recibió un enlace para elegir su contraseña (${time}). Si no lo solicitó, elija una nueva y avise a sus administradores.`,

  problems: {
    user_blocked: 'Se le ha bloqueado el envío. Las conversaciones se pueden seguir leyendo.',
    conversation_busy: 'Aún se está respondiendo en esta conversación, quizá en otra pestaña.',
    agent_not_allowed: 'Esta conversación pertenece a un asistente que ya no está disponible.',
    rate_limited: 'Demasiado rápido. Espere un momento y vuelva a enviar.',
    too_many_readers: 'Hay demasiadas páginas esperando respuestas. Cierre algunas.',
    too_many_concurrent: 'Hay demasiadas respuestas en curso. Espere a que termine una.',
    queue_full: 'El servicio está muy ocupado. Vuelva a intentarlo en un minuto.',
    provider_refused: 'El modelo no acepta esta solicitud.',
    content_filter: 'El filtro de contenido del modelo la rechazó. Formúlela de otra manera.',
    context_length:
      'La conversación es demasiado larga para el modelo. Empiece un chat nuevo o envíe menos texto.',
    provider_error: 'El modelo no pudo responder.',
    provider_unavailable: 'Ahora no hay ningún modelo disponible. Inténtelo de nuevo en un momento.',
    provider_timeout: 'El modelo tardó demasiado.',
    turn_timeout: 'La respuesta tardó demasiado.',
    unavailable: 'El servicio no puede responder ahora. Inténtelo de nuevo en un momento.',
    worker_lost: 'El servicio se interrumpió.',
    queue_expired: 'Esperó demasiado en la cola.',
    prompt_too_long: 'Es demasiado largo. Acórtelo y envíelo de nuevo.',
    deep_dive_not_enabled: 'Deep Dive no está disponible aquí.',
    deep_dive_first_send_not_allowed: 'Deep Dive está disponible después de una respuesta.',
    no_response_to_retry: 'No hay ninguna respuesta que reintentar.',
    message_not_found: 'Esta pregunta ya no existe.',
    validation_error: 'No se aceptó. Revise lo que escribió.',
    user_disabled: 'La cuenta está desactivada.',
    too_many_attempts: 'Demasiados intentos. Espere un momento.',
  },

  feedback: {
    title: '¿Qué estuvo mal?',
    reasons: ['No es correcta', 'No es útil', 'Incompleta', 'No siguió la pregunta', 'Insegura u ofensiva'],
    comment: 'Comentario (opcional)',
    send: 'Enviar comentarios',
    thanks: 'Gracias por sus comentarios',
  },

  shortcuts: {
    title: 'Atajos de teclado',
    send: 'Enviar',
    newLine: 'Nueva línea',
    stop: 'Detener la respuesta',
    focus: 'Escribir un mensaje',
    search: 'Buscar conversaciones',
    newChat: 'Nuevo chat',
    copyLast: 'Copiar la última respuesta',
    help: 'Esta lista',
  },

  menu: {
    exportMarkdown: 'Exportar como Markdown',
    exportJson: 'Exportar como JSON',
    exportAll: 'Exportar mis conversaciones',
    deleteAll: 'Eliminar todas mis conversaciones',
    print: 'Imprimir',
    notify: 'Avisarme de las respuestas',
    shortcuts: 'Atajos de teclado',
    account: 'Cuenta',
    password: 'Cambiar contraseña',
    signOut: 'Cerrar sesión',
    signOutEverywhere: 'Cerrar todas las sesiones',
    theme: 'Tema',
    themes: { system: 'Sistema', light: 'Claro', dark: 'Oscuro' },
  },

  session: {
    ended: 'La sesión ha terminado',
    endedBody:
      'Vuelva a cargar la página que contiene este chat para continuar. El texto se conserva hasta entonces.',
    signedOut: 'Inicie sesión para chatear',
    signedOutBody: 'Esta página muestra el chat a quienes han iniciado sesión.',
    signIn: 'Iniciar sesión',
    unavailable: 'El chat no está disponible en este momento',
    unavailableBody: 'Vuelva a intentarlo en un momento.',
    disabled: 'La cuenta está desactivada',
    disabledBody: 'Pida al administrador de su organización que la active de nuevo.',
    waiting: 'Conectando…',
    direct: 'Esta dirección está pensada para mostrarse dentro de otra página',
    directBody: 'Abra el chat directamente.',
    openChat: 'Abrir el chat',
  },

  actions: {
    copyReference: 'Copiar la referencia',
    copy: 'Copiar',
    good: 'Buena respuesta',
    bad: 'Mala respuesta',
    deepDiveLeft: (left) =>
      plural('es', left, { one: `queda ${left}`, other: `quedan ${formatNumber(left)}` }),
    deepDiveUsedUp: (reset) => `Agotado hasta ${reset}`,
    deepDiveHelp: 'Piensa más a fondo y responde otra vez. Se pueden comparar ambas respuestas.',
    previous: 'Versión anterior',
    next: 'Versión siguiente',
    version: (index, count) => `${index}/${count}`,
  },

  confirmation: {
    title: 'Confirmación',
    confirm: 'Confirmar',
    decline: 'Rechazar',
    until: (time) => `hasta ${time}`,
    states: {
      confirmed: 'Está confirmado.',
      declined: 'Lo ha rechazado. No se ha hecho nada.',
      expired: 'Ya no se puede decidir. No se ha hecho nada.',
      open: 'Se está haciendo.',
      done: 'Está hecho.',
      failed: 'No se pudo hacer.',
      unknown: 'Quizá se haya hecho: la respuesta no llegó.',
    },
  },

  progress: {
    thinking: 'Pensando',
    thinkingFor: (seconds) => `Pensando · ${formatNumber(seconds)} s`,
    queued: (position) =>
      position <= 1 ? 'Siguiente en la cola' : `Número ${formatNumber(position)} en la cola`,
    reconnecting: 'Se perdió la conexión. La respuesta continúa; reconectando…',
    answering: 'Respondiendo',
    answerComplete: 'Respuesta completa',
    answerStopped: 'Respuesta interrumpida',
    answerFailed: 'La respuesta falló',
    unread: 'Respuesta nueva',
    wait: 'Esperar',
    interrupt: 'Detener y enviar',
  },

  versions: {
    regenerate: 'Regenerar',
    edit: 'Editar',
    editLabel: 'Su pregunta',
    editHelp: 'Se escribirá una respuesta nueva. Lo que sigue ahora se conserva como versión anterior.',
    edited: 'Editada',
    older: 'La conversación sigue a partir de la última versión.',
    earlier: 'Esta es una versión anterior. Ya no forma parte de la conversación.',
    back: 'Volver a la conversación',
    askAgain: 'Preguntar otra vez',
    withdrawn:
      'Su texto está de nuevo en el campo de mensaje. Lo próximo que envíe sustituye a esta pregunta.',
    taken: 'Esta pregunta se cambió en otra ventana. Su texto está en el campo de mensaje.',
  },

  markdown: {
    code: 'Código',
    formula: 'Fórmula',
    table: 'Tabla',
    wrap: 'Ajustar líneas',
    save: 'Descargar código',
    footnotes: 'Notas al pie',
    footnote: (number) => `Nota al pie ${number}`,
    back: (number) => `Volver a la referencia ${number}`,
    source: (number, host) => `Fuente ${number}: ${host}`,
    sources: 'Fuentes',
    mayNotSay: 'Puede que no diga esto',
    deletedSource: 'Este documento se ha eliminado.',
    alerts: {
      note: 'Nota',
      tip: 'Consejo',
      important: 'Importante',
      warning: 'Advertencia',
      caution: 'Precaución',
    },
  },

  notifyRefused: 'El navegador no permite que esta página envíe avisos.',

  search: {
    searching: 'Buscando…',
    none: 'No se encontró nada.',
    noneSoFar: (date) => `No se encontró nada desde el ${date}.`,
    until: (date) => `Se buscó hasta el ${date}.`,
    older: 'Buscar en conversaciones anteriores',
    found: (count) =>
      `${formatNumber(count)} ${plural('es', count, { one: 'encontrada', other: 'encontradas' })}`,
  },

  archive: {
    none: 'No hay conversaciones archivadas.',
    back: 'Todas las conversaciones',
  },

  manage: {
    more: 'Más acciones',
    rename: 'Cambiar nombre',
    delete: 'Eliminar',
    pin: 'Fijar',
    unpin: 'Dejar de fijar',
    archive: 'Archivar',
    unarchive: 'Desarchivar',
    pinned: 'Conversación fijada',
    unpinned: 'La conversación ya no está fijada',
    archived: 'Conversación archivada',
    unarchived: 'La conversación vuelve a estar en la lista',
    renameTitle: 'Cambiar nombre',
    renameLabel: 'Título',
    deleteTitle: '¿Eliminar esta conversación?',
    deleteBody: (title) => `Se borrarán «${title}» y sus respuestas. El uso no cambia.`,
  },

  password: {
    current: 'Contraseña actual',
    chosen: 'Contraseña nueva',
    changed: 'Se cambió la contraseña. Sus otras sesiones se han cerrado.',
    wrong: 'La contraseña actual no es correcta.',
    ...passwords,
  },

  everywhere: {
    title: '¿Cerrar todas las sesiones?',
    body: 'Se cerrará su sesión en todos los dispositivos, también en este.',
  },

  all: {
    title: '¿Eliminar todas las conversaciones?',
    body: 'Se borrarán todas sus conversaciones y sus respuestas, también las archivadas. No se puede deshacer. El uso no cambia.',
    confirm: (word) => `Escriba «${word}» para confirmar`,
    word: 'eliminar',
    deleted: 'Se eliminaron todas las conversaciones',
  },
};
