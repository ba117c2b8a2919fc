import type { RatingsWords } from '#web/account/text/words.ts';

export const ratings: RatingsWords = {
  title: '評価',
  note: '回答への評価を新しい順に表示します。閲覧するたびに「セキュリティ」に記録されます。',
  which: '表示する評価',
  all: 'すべて',
  up: '良い',
  down: '良くない',
  show: '評価を表示',
  none: 'このように評価された回答はまだありません。',
  texts: '質問と回答',
  noQuestion: '質問はもう保存されていません。',
  privacy: '会話の非公開',
  privacyNote:
    '本人以外は誰も会話の内容を読めなくなります。評価された回答は管理者にもサーバーにも表示されません。運営者はこの設定を見られますが、変更できません。',
  keepPrivate: '会話を非公開にする',
};
