import type { PasswordWords } from '../en/passwords.ts';

export const passwords: PasswordWords = {
  weak: {
    common: 'Esta senha está na lista das mais comuns ou quase não difere de uma delas.',
    repetitive: 'Esta senha repete ou enumera poucos caracteres e é adivinhada cedo.',
    personal: 'Esta senha é pouco mais do que o seu e-mail ou a sua organização.',
  },
  hint: (min) =>
    `Pelo menos ${min} caracteres. Algumas palavras sem relação entre si são fáceis de lembrar e difíceis de adivinhar.`,
  length: (min, max) => `A senha deve ter de ${min} a ${max} caracteres.`,
  wait: (minutes) =>
    `Tentativas demais. Tente novamente em ${minutes === 1 ? 'um minuto' : `${minutes} minutos`}.`,
};
