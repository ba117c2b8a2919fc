import type { EmailWords } from '../en/emails.ts';

export const zh: EmailWords = {
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
  disabledWebhook: {
    subject: '一个 Webhook 已停用',
    stopped: (tenant, origin) =>
      `“${tenant}”的事件不再发送到 ${origin}：对方回应该地址已不存在，或已连续失败多日。`,
    remedy: '恢复正常后，请在账户页面的“Webhook”部分启用它，并重新发送错过的事件。',
  },
  key: {
    subject: '您的 API 密钥已更改',
    replacedByKey: (tenant) => `“${tenant}”的 API 密钥已被一个使用该密钥的请求替换。`,
    replaced: (email, tenant) => `${email} 替换了“${tenant}”的 API 密钥。`,
    ended: (email, tenant) => `${email} 停用了“${tenant}”以前的 API 密钥。`,
    previous: (time) => `以前的密钥可用至 ${time}。`,
    noOther: '其他密钥均已失效。',
    otherwise: '如果不是你们中的任何人所为，请在账户页面替换密钥；您可以在那里立即停用所有其他密钥：',
  },
  test: {
    subject: '来自 Parley 的邮件',
    body: '此邮件由控制台发送，用于确认邮件能够送达。',
  },
};
