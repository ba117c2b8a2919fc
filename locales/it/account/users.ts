import type { UserWords } from '#web/administration/users/users-props.ts';

export const users: UserWords = {
  note: 'Persone che accedono. Un utente disattivato viene disconnesso e una risposta in corso si ferma subito.',
  invite: 'Invita',
  inviteTitle: 'Invita una persona',
  email: 'Indirizzo email',
  admin: 'Amministratore',
  adminHelp: 'Può aprire questa pagina.',
  sendMail: 'Invia un’email con un link per scegliere la password',
  you: 'Tu',
  disabled: 'Disattivato',
  lastSeen: (time) => `Ultima attività: ${time}`,
  neverSeen: 'Non ha ancora effettuato l’accesso',
  disable: 'Disattiva',
  enable: 'Attiva',
  makeAdmin: 'Rendi amministratore',
  removeAdmin: 'Rimuovi amministratore',
  resetPassword: 'Reimposta password',
  disableTitle: 'Disattivare questo utente?',
  disableBody: (email) =>
    `${email} viene subito disconnesso ovunque e una risposta in corso si ferma. Le conversazioni sono conservate.`,
  resetTitle: 'Reimpostare questa password?',
  resetBody: (email) =>
    `${email} viene disconnesso ovunque e la password non è più valida. Un’email contiene un link per sceglierne un’altra; senza server di posta il link viene mostrato a te.`,
  removeAdminTitle: 'Rimuovere questo amministratore?',
  removeAdminBody: (email) => `${email} potrà continuare a usare la chat, ma non aprire questa pagina.`,
  linkTitle: 'Link per scegliere la password',
  linkBody: (email, time) =>
    `Inoltralo a ${email}. Vale una volta, fino a ${time}, ed è mostrato solo adesso. Il registro delle modifiche riporta che ti è stato mostrato e, dopo una reimpostazione, la persona ne viene informata.`,
  mailedTitle: 'Email in arrivo',
  mailed: (email) => `Un’email con un link è in arrivo a ${email}.`,
  wasDisabled: (email) => `${email} è disattivato`,
  wasEnabled: (email) => `${email} è attivo`,
  empty: 'Non c’è ancora nessun altro. Invita la prima persona.',
  search: 'Cerca per email',
  noneFound: 'Nessun indirizzo email contiene questo testo.',
};
