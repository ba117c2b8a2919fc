import type { OwnKeyWords } from '#web/account/text/words.ts';

export const ownKey: OwnKeyWords = {
  title: 'Clave de API',
  note: 'Su servidor la envía con cada solicitud. Todos los administradores reciben un correo cuando cambia.',
  begins: 'Empieza por',
  previousUntil: (time) => `La clave anterior funciona hasta ${time}.`,
  rotate: 'Reemplazar la clave',
  rotateTitle: '¿Reemplazar la clave de API?',
  rotateBody:
    'La clave nueva se muestra una sola vez. La anterior sigue funcionando un tiempo, para que su servidor pueda cambiar.',
  overlap: 'La clave anterior sigue funcionando',
  hour: 'una hora',
  day: 'un día',
  week: 'una semana',
  replace: 'Reemplazar ya',
  replaceTitle: '¿Reemplazar la clave de inmediato?',
  replaceBody:
    'Todas las claves salvo la nueva se anulan ahora. Las solicitudes fallan hasta que su servidor tenga la nueva.',
  endPrevious: 'Anular la anterior',
  endTitle: '¿Anular la clave anterior?',
  endBody: 'Las solicitudes que todavía la usan fallan de inmediato. La clave nueva sigue funcionando.',
  password: 'Su contraseña',
  newKey: 'La nueva clave de API',
  newKeyNote:
    'Guárdela ahora: solo se muestra esta vez. En cuanto su servidor la haya usado, no se puede reemplazar mientras funcione la anterior.',
  ended: 'La clave anterior quedó anulada',
};
