import type { PasswordWords } from '../en/passwords.ts';

export const passwords: PasswordWords = {
  weak: {
    common: 'Ce mot de passe figure parmi les plus courants, ou s’en distingue à peine.',
    repetitive: 'Ce mot de passe répète ou énumère peu de caractères et se devine vite.',
    personal: 'Ce mot de passe se résume presque à votre adresse e-mail ou à votre organisation.',
  },
  hint: (min) =>
    `Au moins ${min} caractères. Quelques mots sans rapport entre eux sont faciles à retenir et difficiles à deviner.`,
  length: (min, max) => `Le mot de passe doit comporter de ${min} à ${max} caractères.`,
  wait: (minutes) =>
    `Trop de tentatives. Réessayez dans ${minutes === 1 ? 'une minute' : `${minutes} minutes`}.`,
};
