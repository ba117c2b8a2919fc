import type { EmailWords } from '../en/emails.ts';

export const es: EmailWords = {
  reset: {
    subject: 'Elija una contraseña nueva',
    asked: (email, tenant) => `Se solicitó una contraseña nueva para ${email} en «${tenant}».`,
    choose: 'Si fue usted, elíjala aquí en el plazo de una hora:',
    otherwise: 'Si no fue usted, nada ha cambiado y puede ignorar este mensaje.',
  },
  adminReset: {
    subject: 'Elija una contraseña nueva',
    done: (email, tenant) =>
      `Un administrador restableció la contraseña de ${email} en «${tenant}». La anterior ya no funciona.`,
    choose: 'Elija una nueva aquí en un plazo de 24 horas:',
  },
  invite: {
    subject: 'Ya puede iniciar sesión en el chat',
    given: (email, tenant) => `Un administrador de «${tenant}» dio a ${email} acceso al chat.`,
    choose: 'Elija una contraseña aquí en un plazo de siete días:',
  },
  disabledWebhook: {
    subject: 'Se desactivó un webhook',
    stopped: (tenant, origin) =>
      `Los eventos de «${tenant}» ya no se envían a ${origin}: respondió que ya no existe o lleva días fallando.`,
    remedy:
      'Cuando vuelva a funcionar, actívelo en la página de la cuenta, en la sección Webhooks, y reenvíe lo que no recibió.',
  },
  test: {
    subject: 'Un mensaje de Parley',
    body: 'Este mensaje se envió desde la consola para comprobar que los correos llegan.',
  },
};
