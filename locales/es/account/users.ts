import type { UserWords } from '#web/administration/users/users-props.ts';

export const users: UserWords = {
  note: 'Personas que inician sesión. Al desactivar a un usuario se cierra su sesión y una respuesta en curso se detiene de inmediato.',
  invite: 'Invitar',
  inviteTitle: 'Invitar a una persona',
  email: 'Correo electrónico',
  admin: 'Administrador',
  adminHelp: 'Puede abrir esta página.',
  sendMail: 'Enviar un correo con un enlace para elegir la contraseña',
  you: 'Usted',
  disabled: 'Desactivado',
  lastSeen: (time) => `Última actividad: ${time}`,
  neverSeen: 'Aún no ha iniciado sesión',
  disable: 'Desactivar',
  enable: 'Activar',
  makeAdmin: 'Hacer administrador',
  removeAdmin: 'Quitar administrador',
  resetPassword: 'Restablecer contraseña',
  disableTitle: '¿Desactivar a este usuario?',
  disableBody: (email) =>
    `Se cierran de inmediato todas las sesiones de ${email} y se detiene una respuesta en curso. Las conversaciones se conservan.`,
  resetTitle: '¿Restablecer esta contraseña?',
  resetBody: (email) =>
    `Se cierran todas las sesiones de ${email} y la contraseña deja de valer. Un correo trae un enlace para elegir otra; sin servidor de correo, el enlace se le muestra a usted.`,
  removeAdminTitle: '¿Quitar a este administrador?',
  removeAdminBody: (email) => `${email} podrá seguir usando el chat, pero ya no abrir esta página.`,
  linkTitle: 'Enlace para elegir la contraseña',
  linkBody: (email, time) =>
    `Envíelo a ${email}. Sirve una vez, hasta ${time}, y solo se muestra ahora. En el registro de cambios consta que se le mostró y, tras un restablecimiento, se informa a la persona.`,
  mailedTitle: 'Correo en camino',
  mailed: (email) => `Un correo con un enlace está en camino a ${email}.`,
  wasDisabled: (email) => `${email}: desactivado`,
  wasEnabled: (email) => `${email}: activado`,
  empty: 'Todavía no hay nadie más. Invite a la primera persona.',
  search: 'Buscar por correo',
  noneFound: 'Ningún correo contiene ese texto.',
};
