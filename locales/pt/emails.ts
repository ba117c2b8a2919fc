import type { EmailWords } from '../en/emails.ts';

export const pt: EmailWords = {
  reset: {
    subject: 'Escolha uma nova senha',
    asked: (email, tenant) => `Foi pedida uma nova senha para ${email} em “${tenant}”.`,
    choose: 'Se foi você, escolha-a aqui dentro de uma hora:',
    otherwise: 'Se não foi você, nada mudou e pode ignorar esta mensagem.',
  },
  adminReset: {
    subject: 'Escolha uma nova senha',
    done: (email, tenant) =>
      `Um administrador redefiniu a senha de ${email} em “${tenant}”. A anterior não funciona mais.`,
    choose: 'Escolha uma nova aqui dentro de 24 horas:',
  },
  invite: {
    subject: 'Você já pode entrar no chat',
    given: (email, tenant) => `Um administrador de “${tenant}” deu a ${email} acesso ao chat.`,
    choose: 'Escolha uma senha aqui dentro de sete dias:',
  },
  disabledWebhook: {
    subject: 'Um webhook foi desativado',
    stopped: (tenant, origin) =>
      `Os eventos de “${tenant}” não são mais enviados a ${origin}: ele respondeu que não existe mais, ou está com falhas há dias.`,
    remedy:
      'Quando voltar a funcionar, ative-o na página da conta, na seção Webhooks, e reenvie o que ele perdeu.',
  },
  key: {
    subject: 'Sua chave de API foi alterada',
    replacedByKey: (tenant) =>
      `A chave de API de “${tenant}” foi substituída por uma solicitação que a usava.`,
    replaced: (email, tenant) => `${email} substituiu a chave de API de “${tenant}”.`,
    ended: (email, tenant) => `${email} encerrou a chave de API anterior de “${tenant}”.`,
    previous: (time) => `A chave anterior funciona até ${time}.`,
    noOther: 'Nenhuma outra chave funciona mais.',
    otherwise:
      'Se nenhum de vocês fez isso, substitua a chave na página da conta, onde é possível encerrar todas as outras imediatamente:',
  },
  test: {
    subject: 'Uma mensagem do Parley',
    body: 'Esta mensagem foi enviada do console para verificar se os e-mails chegam.',
  },
};
