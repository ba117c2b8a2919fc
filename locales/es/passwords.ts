import type { PasswordWords } from '../en/passwords.ts';

export const passwords: PasswordWords = {
  weak: {
    common: 'Esta contraseña está en la lista de las más comunes o apenas se diferencia de una.',
    repetitive: 'Esta contraseña repite o enumera pocos caracteres y se adivina pronto.',
    personal: 'Esta contraseña es poco más que su correo o su organización.',
  },
  hint: (min) =>
    `Al menos ${min} caracteres. Unas palabras sin relación entre sí son fáciles de recordar y difíciles de adivinar.`,
  length: (min, max) => `La contraseña debe tener entre ${min} y ${max} caracteres.`,
  wait: (minutes) =>
    `Demasiados intentos. Vuelva a intentarlo en ${minutes === 1 ? 'un minuto' : `${minutes} minutos`}.`,
};
