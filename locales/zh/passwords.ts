import type { PasswordWords } from '../en/passwords.ts';

export const passwords: PasswordWords = {
  weak: {
    common: '此密码属于常用密码，或与其几乎相同。',
    repetitive: '此密码由少数重复或连续的字符组成，容易被猜到。',
    personal: '此密码与您的邮箱或组织名几乎相同。',
  },
  hint: (min) => `至少 ${min} 个字符。几个互不相关的词语容易记住，也难以猜到。`,
  length: (min, max) => `密码须为 ${min} 到 ${max} 个字符。`,
  wait: (minutes) => `尝试次数过多。请在 ${minutes} 分钟后重试。`,
};
