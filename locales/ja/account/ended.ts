export const ended = {
  title: '質問の結果',
  note: '新しい順に表示します。本文は表示しません。',
  reference: '質問の参照番号',
  find: '検索',
  which: '表示',
  failed: '失敗のみ',
  all: 'すべて',
  none: '該当するものはありません。',
  statuses: { completed: '完了', failed: '失敗', cancelled: '中止', expired: '期限切れ' },
};
