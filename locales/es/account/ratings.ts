import type { RatingsWords } from '#web/account/text/words.ts';

export const ratings: RatingsWords = {
  title: 'Valoraciones',
  note: 'Lo que la gente opinó de las respuestas, primero las más recientes. Cada consulta queda registrada en Seguridad.',
  which: 'Qué valoraciones',
  all: 'Todas',
  up: 'Buena',
  down: 'No buena',
  show: 'Mostrar valoraciones',
  none: 'Nadie ha valorado así una respuesta todavía.',
  texts: 'Pregunta y respuesta',
  noQuestion: 'La pregunta ya no está guardada.',
  privacy: 'Conversaciones privadas',
  privacyNote:
    'Entonces nadie salvo las propias personas lee lo que escribieron: ni los administradores ni su servidor ven las respuestas valoradas. El operador ve esta elección y no puede cambiarla.',
  keepPrivate: 'Mantener privadas las conversaciones',
};
