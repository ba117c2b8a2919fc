import { formatNumber } from '#web/shared/text/format.ts';
import type { Catalogue } from '#web/shared/text/text.ts';

export { common } from './common.ts';

export const readLater = () => import('./later.ts');

export const chat: Catalogue = {
  you: '您',
  assistant: '回答',
  dismiss: '关闭',
  problems: {
    offline: '您已离线。您输入的内容已保留。',
    unreachable: '无法连接到服务。您输入的内容已保留。',
    unexpected: '出了点问题。您输入的内容已保留。',
    subscription_inactive: '由于订阅未生效，聊天已暂停。您仍可查看对话。',
    conversation_not_found: '此对话已不存在。',
  },

  composer: {
    label: '消息',
    placeholder: (name) => `向 ${name} 提问`,
    send: '发送',
    stop: '停止',
    tooLong: (over) => `超出 ${formatNumber(over)} 个字符`,
    paused: '聊天已暂停',
    hint: '回答由人工智能生成，可能有误，请核实重要信息。',
  },

  conversation: {
    log: '对话',
    untitled: '新聊天',
    earlier: '更早的消息',
    jump: '跳到最新',
    stopped: '已停止',
    cut: '此回答不完整。',
    failed: '未生成回答。',
    showAll: '显示全部',
    showLess: '收起',
    greeting: '您想了解什么？',
  },

  actions: {
    deepDive: '深度思考',
  },

  sidebar: {
    region: '对话列表',
    newChat: '新聊天',
    search: '搜索对话',
    show: '显示侧边栏',
    hide: '隐藏侧边栏',
    pinned: '已置顶',
    archived: '已归档',
    more: '显示更多',
    none: '您的对话将显示在这里。',
  },

  days: { today: '今天', yesterday: '昨天', week: '过去 7 天', month: '过去 30 天' },

  usage: {
    title: '今天',
    of: (used, limit) => `${formatNumber(used)} / ${formatNumber(limit)}`,
    unlimited: (used) => `${formatNumber(used)} · 无限制`,
    resets: (time) => `${time} 重置`,
    context: '上下文',
    contextValue: (percent) => `${percent}%`,
    contextHelp: '模型对此对话的记忆占用情况，并非您的配额。',
    usedUp: (dimension, scope, reset) =>
      `${scope === 'user' ? '您的' : '共享的'}每日${dimension}限额已用完，${reset} 重置。`,
    kept: '您输入的内容已保留。',
  },

  menu: '菜单',

  markdown: {
    takeCode: '复制代码',
    image: '图片',
    table: '表格',
    done: '已完成',
    open: '未完成',
  },
};
