export const ended = {
  title: '问题的结果',
  note: '最新的在前，不显示内容。',
  reference: '问题的参考编号',
  find: '查找',
  which: '范围',
  failed: '失败',
  all: '全部',
  none: '没有这样结束的问题。',
  statuses: { completed: '已完成', failed: '失败', cancelled: '已取消', expired: '已过期' },
};
