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
  unanswered: {
    title: 'Preguntas sin respuesta',
    note: 'Preguntas de los últimos 30 días cuya respuesta no cita ninguno de sus documentos, primero las más recientes. Cada consulta queda registrada en Seguridad.',
    show: 'Mostrar preguntas',
    none: 'Todas las respuestas de los últimos 30 días citan un documento, o no se consultó ninguno.',
  },
  privacy: 'Conversaciones privadas',
  privacyNote:
    'Entonces nadie salvo las propias personas lee lo que escribieron: ni los administradores ni su servidor ven las respuestas valoradas ni las preguntas sin respuesta. El operador ve esta elección y no puede cambiarla.',
  keepPrivate: 'Mantener privadas las conversaciones',
  modelLinks: 'Convertir en enlaces las direcciones que solo escribió el modelo',
  modelLinksNote:
    'En las respuestas basadas en documentos, las demás direcciones son texto: un enlace podría llevar a un extraño lo que se ha leído.',
};
