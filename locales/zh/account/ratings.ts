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
  unanswered: {
    title: '未得到解答的问题',
    note: '过去 30 天内其回答未引用您任何文档的问题，最新的在前。每次查看都会记录在“安全”中。',
    show: '显示问题',
    none: '过去 30 天的回答都引用了文档，或者没有查阅任何文档。',
  },
  privacy: '私密对话',
  privacyNote:
    '这样除了本人之外，没有人能读到他们写的内容：管理员和您的服务器都看不到被评价的回答和未得到解答的问题。运营方可以看到此选择，但无法更改。',
  keepPrivate: '保持对话私密',
  modelLinks: '将仅由模型写出的地址显示为链接',
  modelLinksNote: '在依据文档的回答中，其他地址显示为文本：链接可能把读到的内容带给陌生人。',
};
