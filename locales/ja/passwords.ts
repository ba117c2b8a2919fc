import type { PasswordWords } from '../en/passwords.ts';

export const passwords: PasswordWords = {
  weak: {
    common: 'このパスワードはよく使われるもの、またはそれに近いものです。',
    repetitive: 'このパスワードは少ない文字の繰り返しや連番で、推測されやすいものです。',
    personal: 'このパスワードはメールアドレスや組織名とほとんど同じです。',
  },
  hint: (min) => `${min} 文字以上。関連のない単語をいくつか並べると、覚えやすく推測されにくくなります。`,
  length: (min, max) => `パスワードは ${min}〜${max} 文字にしてください。`,
  wait: (minutes) => `試行回数が多すぎます。${minutes} 分後にもう一度お試しください。`,
};
