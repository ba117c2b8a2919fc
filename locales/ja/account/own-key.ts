import type { OwnKeyWords } from '#web/account/text/words.ts';

export const ownKey: OwnKeyWords = {
  title: 'API キー',
  note: 'サーバーがすべてのリクエストで送信するキーです。変更されると、すべての管理者にメールが届きます。',
  begins: '先頭の文字',
  previousUntil: (time) => `以前のキーは ${time} まで使えます。`,
  rotate: 'キーを置き換える',
  rotateTitle: 'API キーを置き換えますか？',
  rotateBody:
    '新しいキーは一度だけ表示されます。以前のキーもしばらく使えるので、その間にサーバーを切り替えられます。',
  overlap: '以前のキーを使える期間',
  hour: '1 時間',
  day: '1 日',
  week: '1 週間',
  replace: '直ちに置き換える',
  replaceTitle: 'キーを直ちに置き換えますか？',
  replaceBody:
    '新しいキー以外はすべて直ちに使えなくなります。サーバーが新しいキーを使うまで、リクエストは失敗します。',
  endPrevious: '以前のキーを無効にする',
  endTitle: '以前のキーを無効にしますか？',
  endBody: 'まだそのキーを使っているリクエストは直ちに失敗します。新しいキーは引き続き使えます。',
  password: 'あなたのパスワード',
  newKey: '新しい API キー',
  newKeyNote:
    '今すぐ保管してください。表示されるのはこの一度だけです。サーバーが一度使うと、以前のキーが使える間は置き換えられなくなります。',
  ended: '以前のキーを無効にしました',
};
