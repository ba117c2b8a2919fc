import type { UserWords } from '#web/administration/users/users-props.ts';

export const users: UserWords = {
  note: 'Pessoas que entram com senha. Um usuário desativado é desconectado, e uma resposta em andamento para imediatamente.',
  invite: 'Convidar',
  inviteTitle: 'Convidar uma pessoa',
  email: 'E-mail',
  admin: 'Administrador',
  adminHelp: 'Pode abrir esta página.',
  sendMail: 'Enviar um e-mail com um link para escolher a senha',
  you: 'Você',
  disabled: 'Desativado',
  lastSeen: (time) => `Última atividade: ${time}`,
  neverSeen: 'Ainda não entrou',
  disable: 'Desativar',
  enable: 'Ativar',
  makeAdmin: 'Tornar administrador',
  removeAdmin: 'Remover administrador',
  resetPassword: 'Redefinir senha',
  disableTitle: 'Desativar este usuário?',
  disableBody: (email) =>
    `Todas as sessões de ${email} terminam imediatamente, e uma resposta em andamento para. As conversas são mantidas.`,
  resetTitle: 'Redefinir esta senha?',
  resetBody: (email) =>
    `Todas as sessões de ${email} terminam, e a senha deixa de valer. Um e-mail traz um link para escolher outra; sem servidor de e-mail, o link é mostrado a você.`,
  removeAdminTitle: 'Remover este administrador?',
  removeAdminBody: (email) => `${email} poderá continuar a usar o chat, mas não abrirá mais esta página.`,
  linkTitle: 'Link para escolher a senha',
  linkBody: (email, time) =>
    `Envie-o a ${email}. Vale uma vez, até ${time}, e só é mostrado agora. O registro de alterações indica que ele foi mostrado a você e, depois de uma redefinição, a pessoa é informada.`,
  mailedTitle: 'E-mail a caminho',
  mailed: (email) => `Um e-mail com um link está a caminho de ${email}.`,
  wasDisabled: (email) => `${email}: desativado`,
  wasEnabled: (email) => `${email}: ativado`,
  empty: 'Ainda não há mais ninguém aqui. Convide a primeira pessoa.',
  search: 'Buscar por e-mail',
  noneFound: 'Nenhum e-mail contém isso.',
};
