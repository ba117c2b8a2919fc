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
  key: {
    subject: 'Se cambió su clave de API',
    replacedByKey: (tenant) => `Una solicitud que usaba la clave de API de «${tenant}» la reemplazó.`,
    replaced: (email, tenant) => `${email} reemplazó la clave de API de «${tenant}».`,
    ended: (email, tenant) => `${email} anuló la clave de API anterior de «${tenant}».`,
    previous: (time) => `La clave anterior funciona hasta el ${time}.`,
    noOther: 'Ninguna otra clave funciona ya.',
    otherwise:
      'Si no fue ninguno de ustedes, reemplace la clave en la página de la cuenta, donde puede anular de inmediato todas las demás:',
  },
  test: {
    subject: 'Un mensaje de Parley',
    body: 'Este mensaje se envió desde la consola para comprobar que los correos llegan.',
  },
};
