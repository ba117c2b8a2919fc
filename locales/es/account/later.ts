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
    note: 'El aspecto de sus páginas y lo primero que dicen.',
    logo: 'Logotipo',
    logoHelp: 'PNG, JPEG, WebP o GIF, 2 MB como máximo. Se muestra al iniciar sesión y en el chat.',
    chooseLogo: 'Elegir archivo',
    removeLogo: 'Quitar logotipo',
    removeLogoBody: 'Las páginas mostrarán entonces el logotipo neutro.',
    tooLarge: 'El archivo supera los 2 MB.',
    assistantName: 'Nombre del asistente',
    assistantNameHelp: 'Se muestra en la parte superior del chat. Vacío: el nombre de su organización.',
    radius: 'Esquinas',
    radii: { soft: 'Suaves', square: 'Rectas', round: 'Redondas' },
    font: 'Tipografía',
    fonts: {
      standard: 'Estándar',
      system: 'La del dispositivo',
      humanist: 'Humanista',
      geometric: 'Geométrica',
      serif: 'Con serifas',
    },
    density: 'Espaciado',
    densities: { comfortable: 'Amplio', compact: 'Compacto' },
    accent: 'Color de acento',
    accentText: 'Como #rrggbb',
    ownAccent: 'Usar un color de acento propio',
    ratio: (theme, ratio) => `${theme}: contraste del texto ${ratio}.`,
    forced:
      'Se ajusta su luminosidad, porque un texto de este color sería difícil de leer. Los botones lo conservan.',
    greeting: 'Saludo',
    greetingHelp: 'Se muestra al comenzar una conversación. Vacío: nuestro texto.',
    greetingDefault: '¿Qué le gustaría saber?',
    aiNotice: 'Aviso sobre la IA',
    aiNoticeHelp:
      'Aparece donde se escribe la primera pregunta, tras la marca AI, que siempre permanece. De 10 a 300 caracteres por idioma; si no hay texto, nuestras palabras.',
    aiNoticeLanguage: 'Idioma del aviso',
    starters: 'Sugerencias',
    starter: (index) => `Sugerencia ${index}`,
    startersHelp: 'Hasta seis preguntas para empezar.',
    addStarter: 'Añadir sugerencia',
    removeStarter: 'Quitar',
    preview: 'Vista previa',
    previewLink: 'un enlace',
    previewSend: 'Enviar',
  },

  embedding: {
    note: 'Muestre el chat en sus propias páginas.',
    origins: 'Orígenes permitidos',
    originsHelp:
      'Uno por línea, por ejemplo https://www.example.com. Solo las páginas de estos orígenes pueden mostrar el chat.',
    noOrigins: 'Todavía no hay ningún origen permitido: el chat no se puede integrar en ningún sitio.',
    closing: 'Los marcos abiertos en orígenes que quite permanecen hasta que se recargue su página.',
    snippet: 'Fragmento de código',
    pinned: 'Fragmento con integridad',
    pinnedHelp: 'O fije esta versión: el navegador rechazará cualquier otro archivo.',
    snippetHelp:
      'Póngalo en cada página que deba mostrar el chat. La dirección de data-token-endpoint pertenece a su propio backend: este pide a nuestra API un token para el usuario que ha iniciado sesión y responde 401 cuando no hay ninguno. data-accent es el color del botón; data-locale define el idioma, que de otro modo es el de su página.',
    frame: 'Sin el lanzador',
    frameHelp: 'Un iframe con esta dirección y un token de su backend después de #token=.',
    headers: 'Cabeceras de sus páginas',
    headersHelp:
      'Si sus páginas envían una Content-Security-Policy, necesita estas fuentes: el script, el marco y, en connect-src, su propio endpoint de tokens.',
    check: 'Comprobar una página',
    checkHelp: 'Muestra qué bloquea el chat en una página.',
    pageUrl: 'Dirección de la página',
    policy: 'Su Content-Security-Policy (opcional)',
    endpoint: 'Ruta de su endpoint de tokens (opcional)',
    run: 'Comprobar',
    allGood: 'Nada impide mostrar el chat en esta página.',
    found: 'Esta página todavía no puede mostrar el chat.',
    fine: 'Correcto',
    missing: 'Falta',
    untried: 'Sin probar',
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
    note: 'Quién ha iniciado sesión y qué se ha cambiado.',
    handoff: 'Clave de traspaso',
    handoffHelp:
      'Firma cada sesión de su organización. Renuévela si una sesión o un token pudo caer en malas manos.',
    rotate: 'Renovar la clave de traspaso',
    rotateTitle: '¿Renovar la clave de traspaso?',
    rotateBody: (sessions) =>
      `Esto cierra de inmediato ${sessions}, incluida la suya, e invalida cada token que su backend haya obtenido para un chat integrado.`,
    rotateKeeps:
      'Las claves de API, las conversaciones y el uso no cambian. Después deberá iniciar sesión de nuevo.',
    oneSession: 'la sesión de la única persona conectada',
    manySessions: (count) => `las ${formatNumber(count)} sesiones abiertas`,
    confirmRotate: 'Renovar y cerrar sesión',
    sessions: 'Sesiones',
    current: 'Esta',
    device: (browser, system) => `${browser} en ${system}`,
    unknownDevice: 'Dispositivo desconocido',
    since: (from, until) => `Desde ${from}, termina ${until}`,
    end: 'Cerrar',
    ended: (email) => `La sesión de ${email} se ha cerrado`,
    noSessions: 'Nadie ha iniciado sesión.',
    audit: 'Cambios',
    auditNote: 'Quién cambió qué, lo más reciente primero.',
    operator: 'Operador',
    ownKey: 'Clave de API',
    noAudit: 'Todavía no se ha cambiado nada.',
  },

  audit,
};
