export const ended = {
  title: 'Qué fue de las preguntas',
  note: 'Las más recientes primero, sin sus textos.',
  reference: 'Referencia de una pregunta',
  find: 'Buscar',
  which: 'Cuáles',
  failed: 'Fallidas',
  all: 'Todas',
  none: 'Nada ha terminado así.',
  statuses: { completed: 'Respondida', failed: 'Fallida', cancelled: 'Cancelada', expired: 'Caducada' },
};
