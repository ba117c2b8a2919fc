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
  privacy: 'Conversas privadas',
  privacyNote:
    'Então ninguém além das próprias pessoas lê o que elas escreveram: nem os administradores nem seu servidor veem as respostas avaliadas. O operador vê esta escolha e não pode mudá-la.',
  keepPrivate: 'Manter as conversas privadas',
};
