import type { RatingsWords } from '#web/account/text/words.ts';

export const ratings: RatingsWords = {
  title: 'Avaliações',
  note: 'O que as pessoas acharam das respostas, as mais recentes primeiro. Cada consulta fica registrada em Segurança.',
  which: 'Quais avaliações',
  all: 'Todas',
  up: 'Boa',
  down: 'Não boa',
  show: 'Mostrar avaliações',
  none: 'Ninguém avaliou uma resposta assim ainda.',
  texts: 'Pergunta e resposta',
  noQuestion: 'A pergunta não está mais guardada.',
  unanswered: {
    title: 'Perguntas sem resposta',
    note: 'Perguntas dos últimos 30 dias cuja resposta não cita nenhum dos seus documentos, as mais recentes primeiro. Cada consulta fica registrada em Segurança.',
    show: 'Mostrar perguntas',
    none: 'Todas as respostas dos últimos 30 dias citam um documento, ou nenhum foi consultado.',
  },
  privacy: 'Conversas privadas',
  privacyNote:
    'Então ninguém além das próprias pessoas lê o que elas escreveram: nem os administradores nem seu servidor veem as respostas avaliadas e as perguntas sem resposta. O operador vê esta escolha e não pode mudá-la.',
  keepPrivate: 'Manter as conversas privadas',
  modelLinks: 'Transformar em links os endereços que só o modelo escreveu',
  modelLinksNote:
    'Nas respostas baseadas em documentos, os outros endereços são texto: um link poderia levar a um estranho o que foi lido.',
};
