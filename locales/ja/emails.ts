import type { EmailWords } from '../en/emails.ts';

export const ja: EmailWords = {
  reset: {
    subject: '新しいパスワードを設定してください',
    asked: (email, tenant) => `「${tenant}」の ${email} について、新しいパスワードの設定が依頼されました。`,
    choose: 'ご本人の場合は、1 時間以内にこちらで設定してください。',
    otherwise: 'お心当たりがない場合、何も変更されていませんので、このメールは無視してください。',
  },
  adminReset: {
    subject: '新しいパスワードを設定してください',
    done: (email, tenant) =>
      `管理者が「${tenant}」の ${email} のパスワードをリセットしました。以前のパスワードは使えません。`,
    choose: '24 時間以内にこちらで新しいパスワードを設定してください。',
  },
  invite: {
    subject: 'チャットにサインインできます',
    given: (email, tenant) => `「${tenant}」の管理者が ${email} にチャットの利用を許可しました。`,
    choose: '7 日以内にこちらでパスワードを設定してください。',
  },
  disabledWebhook: {
    subject: 'Webhook が無効になりました',
    stopped: (tenant, origin) =>
      `「${tenant}」のイベントは ${origin} に送信されなくなりました。存在しないという応答があったか、数日間失敗し続けたためです。`,
    remedy: '復旧したら、アカウントページの「Webhook」で有効にし、届かなかったイベントを再送してください。',
  },
  key: {
    subject: 'API キーが変更されました',
    replacedByKey: (tenant) =>
      `「${tenant}」の API キーは、そのキーを使ったリクエストによって置き換えられました。`,
    replaced: (email, tenant) => `${email} が「${tenant}」の API キーを置き換えました。`,
    ended: (email, tenant) => `${email} が「${tenant}」の以前の API キーを無効にしました。`,
    previous: (time) => `以前のキーは ${time} まで使えます。`,
    noOther: 'ほかのキーはもう使えません。',
    otherwise:
      'どなたにも心当たりがない場合は、アカウントページでキーを置き換えてください。ほかのすべてのキーを直ちに無効にできます：',
  },
  test: {
    subject: 'Parley からのメール',
    body: 'このメールは、メールが届くかどうかを確認するためにコンソールから送信されました。',
  },
};
