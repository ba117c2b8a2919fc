export const ended = {
  title: 'O que aconteceu às perguntas',
  note: 'As mais recentes primeiro, sem os textos.',
  reference: 'Referência de uma pergunta',
  find: 'Procurar',
  which: 'Quais',
  failed: 'Falhadas',
  all: 'Todas',
  none: 'Nada terminou assim.',
  statuses: { completed: 'Respondida', failed: 'Falhada', cancelled: 'Cancelada', expired: 'Expirada' },
};
