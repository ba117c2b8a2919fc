import type { LetterWords } from './en.ts';

export const es: LetterWords = {
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
};
