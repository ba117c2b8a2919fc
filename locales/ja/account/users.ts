import type { UserWords } from '#web/administration/users/users-props.ts';

export const users: UserWords = {
  note: 'サインインするユーザーです。無効にするとサインアウトされ、実行中の回答はすぐに停止します。',
  invite: '招待',
  inviteTitle: 'ユーザーを招待',
  email: 'メールアドレス',
  admin: '管理者',
  adminHelp: 'このページを開けます。',
  sendMail: 'パスワード設定用リンクをメールで送信する',
  you: '自分',
  disabled: '無効',
  lastSeen: (time) => `最終利用: ${time}`,
  neverSeen: 'まだサインインしていません',
  disable: '無効にする',
  enable: '有効にする',
  makeAdmin: '管理者にする',
  removeAdmin: '管理者から外す',
  resetPassword: 'パスワードをリセット',
  disableTitle: 'このユーザーを無効にしますか？',
  disableBody: (email) =>
    `${email} はすべての端末からすぐにサインアウトされ、実行中の回答は停止します。会話は保持されます。`,
  resetTitle: 'このパスワードをリセットしますか？',
  resetBody: (email) =>
    `${email} はすべての端末からサインアウトされ、パスワードは無効になります。新しいパスワードを設定するリンクがメールで届きます。メールサーバーがない場合は、リンクがここに表示されます。`,
  removeAdminTitle: '管理者から外しますか？',
  removeAdminBody: (email) => `${email} は引き続きチャットを利用できますが、このページは開けなくなります。`,
  linkTitle: 'パスワード設定用リンク',
  linkBody: (email, time) =>
    `${email} に渡してください。${time} まで 1 回だけ有効で、表示されるのは今回限りです。表示したことは変更履歴に記録され、リセットの場合は本人にも通知されます。`,
  mailedTitle: 'メールを送信しました',
  mailed: (email) => `リンクを記載したメールを ${email} に送信しました。`,
  wasDisabled: (email) => `${email} を無効にしました`,
  wasEnabled: (email) => `${email} を有効にしました`,
  empty: 'ほかのユーザーはまだいません。最初の 1 人を招待してください。',
  search: 'メールアドレスで検索',
  noneFound: '一致するメールアドレスはありません。',
};
