import type { OwnKeyWords } from '#web/account/text/words.ts';

export const ownKey: OwnKeyWords = {
  title: 'Chave de API',
  note: 'Seu servidor a envia em cada solicitação. Todos os administradores recebem um e-mail quando ela muda.',
  begins: 'Começa com',
  previousUntil: (time) => `A chave anterior funciona até ${time}.`,
  rotate: 'Substituir a chave',
  rotateTitle: 'Substituir a chave de API?',
  rotateBody:
    'A nova chave é mostrada uma única vez. A anterior continua funcionando por um tempo, para que seu servidor possa trocar.',
  overlap: 'A chave anterior continua funcionando',
  hour: 'por uma hora',
  day: 'por um dia',
  week: 'por uma semana',
  replace: 'Substituir já',
  replaceTitle: 'Substituir a chave imediatamente?',
  replaceBody:
    'Todas as chaves, menos a nova, são encerradas agora. As solicitações falham até que seu servidor tenha a nova.',
  endPrevious: 'Encerrar a anterior',
  endTitle: 'Encerrar a chave anterior?',
  endBody: 'As solicitações que ainda a usam falham imediatamente. A nova chave continua funcionando.',
  password: 'Sua senha',
  newKey: 'A nova chave de API',
  newKeyNote:
    'Guarde-a agora: ela só é mostrada desta vez. Depois que seu servidor a usar, ela não pode ser substituída enquanto a anterior funcionar.',
  ended: 'A chave anterior foi encerrada',
};
