import type { RatingsWords } from '#web/account/text/words.ts';

export const ratings: RatingsWords = {
  title: '评价',
  note: '人们对回答的看法，最新的在前。每次查看都会记录在“安全”中。',
  which: '哪些评价',
  all: '全部',
  up: '好',
  down: '不好',
  show: '显示评价',
  none: '还没有人这样评价过回答。',
  texts: '问题和回答',
  noQuestion: '该问题已不再保存。',
  privacy: '私密对话',
  privacyNote:
    '这样除了本人之外，没有人能读到他们写的内容：管理员和您的服务器都看不到被评价的回答。运营方可以看到此选择，但无法更改。',
  keepPrivate: '保持对话私密',
};
