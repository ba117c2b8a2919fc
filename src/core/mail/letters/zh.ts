import type { LetterWords } from './en.ts';

export const zh: LetterWords = {
  reset: {
    subject: '设置新密码',
    asked: (email, tenant) => `有人为 ${email} 请求了“${tenant}”的新密码。`,
    choose: '如果是您本人，请在一小时内在此设置：',
    otherwise: '如果不是您本人，则没有任何更改，您可以忽略此邮件。',
  },
  adminReset: {
    subject: '设置新密码',
    done: (email, tenant) => `管理员已重置 ${email} 在“${tenant}”的密码。原密码不再有效。`,
    choose: '请在 24 小时内在此设置新密码：',
  },
  invite: {
    subject: '您可以登录聊天了',
    given: (email, tenant) => `“${tenant}”的管理员已授予 ${email} 聊天访问权限。`,
    choose: '请在七天内在此设置密码：',
  },
};
