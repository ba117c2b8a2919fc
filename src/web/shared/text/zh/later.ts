import { passwords } from '#contract/languages/passwords/zh.ts';
import { formatNumber } from '../format.ts';
import type { LaterCatalogue } from '../later-text.ts';

export const later: LaterCatalogue = {
  understood: '知道了',
  cancel: '取消',
  save: '保存',
  undo: '撤销',
  online: '已恢复联网。',
  deleted: '对话已删除',
  passwordLink: (by, time) =>
    `${by ?? '此服务的运营方'}于 ${time} 获得了用于设置您密码的链接。如果这不是您要求的，请设置新密码并告知您的管理员。`,

  problems: {
    user_blocked: '您已被禁止发送消息。您仍可查看对话。',
    conversation_busy: '此对话仍在回答中，可能在另一个标签页。',
    agent_not_allowed: '此对话所属的助手已不可用。',
    rate_limited: '操作过快。请稍候再发送。',
    too_many_readers: '等待回答的页面过多。请关闭其中一些。',
    too_many_concurrent: '同时进行的回答过多。请等待其中一个完成。',
    queue_full: '服务繁忙。请一分钟后重试。',
    provider_error: '模型未能回答。',
    provider_unavailable: '目前没有可用的模型。请稍后重试。',
    provider_timeout: '模型响应超时。',
    turn_timeout: '回答耗时过长。',
    unavailable: '服务目前无法响应。请稍后重试。',
    worker_lost: '服务已中断。',
    queue_expired: '排队时间过长。',
    prompt_too_long: '内容过长。请缩短后重新发送。',
    deep_dive_not_enabled: '此处无法使用深度思考。',
    deep_dive_first_send_not_allowed: '获得回答后才能使用深度思考。',
    no_response_to_retry: '没有可以重试的回答。',
    message_not_found: '此问题已不存在。',
    validation_error: '内容未被接受。请检查您的输入。',
    user_disabled: '账户已停用。',
    too_many_attempts: '尝试次数过多。请稍候。',
  },

  feedback: {
    title: '哪里有问题？',
    reasons: ['不正确', '没有帮助', '不完整', '未按问题回答', '不安全或冒犯性'],
    comment: '评论（可选）',
    send: '发送反馈',
    thanks: '感谢您的反馈',
  },

  shortcuts: {
    title: '键盘快捷键',
    send: '发送',
    newLine: '换行',
    stop: '停止回答',
    focus: '输入消息',
    search: '搜索对话',
    newChat: '新聊天',
    copyLast: '复制最后的回答',
    help: '此列表',
  },

  menu: {
    exportMarkdown: '导出为 Markdown',
    exportJson: '导出为 JSON',
    exportAll: '导出我的对话',
    deleteAll: '删除我的所有对话',
    print: '打印',
    notify: '有回答时通知我',
    shortcuts: '键盘快捷键',
    account: '账户',
    password: '更改密码',
    signOut: '退出登录',
    signOutEverywhere: '在所有设备上退出登录',
    theme: '主题',
    themes: { system: '跟随系统', light: '浅色', dark: '深色' },
  },

  session: {
    ended: '您的会话已结束',
    endedBody: '请重新加载包含此聊天的页面以继续。在此之前，您输入的内容会保留。',
    signedOut: '登录后即可聊天',
    signedOutBody: '此页面向已登录的用户显示聊天。',
    signIn: '登录',
    unavailable: '聊天目前不可用',
    unavailableBody: '请稍后重试。',
    disabled: '您的账户已停用',
    disabledBody: '请联系您所在组织的管理员重新启用。',
    waiting: '正在连接…',
    direct: '此地址应显示在其他页面中',
    directBody: '请直接打开聊天。',
    openChat: '打开聊天',
  },

  actions: {
    copy: '复制',
    good: '回答得好',
    bad: '回答不好',
    deepDiveLeft: (left) => `剩余 ${formatNumber(left)} 次`,
    deepDiveUsedUp: (reset) => `已用完，${reset} 重置`,
    deepDiveHelp: '更深入地思考并再次回答。您可以比较两个回答。',
    previous: '上一版本',
    next: '下一版本',
    version: (index, count) => `${index}/${count}`,
  },

  progress: {
    answering: '正在回答',
    answerComplete: '回答完成',
    answerStopped: '回答已中断',
    answerFailed: '回答失败',
    wait: '等待完成',
    interrupt: '停止并发送',
  },

  versions: {
    regenerate: '重新生成',
    edit: '编辑',
    editLabel: '您的问题',
    editHelp: '将生成新的回答。后面的内容会作为早期版本保留。',
    edited: '已编辑',
    older: '对话从最新版本继续。',
    earlier: '这是早期版本，已不属于此对话。',
    back: '返回对话',
    askAgain: '再次提问',
    withdrawn: '您的文字已回到输入框。接下来发送的内容将取代这个问题。',
    taken: '此问题已在另一个窗口中更改。您的文字保留在输入框中。',
  },

  markdown: {
    code: '代码',
    formula: '公式',
    table: '表格',
    wrap: '自动换行',
    save: '下载代码',
    footnotes: '脚注',
    footnote: (number) => `脚注 ${number}`,
    back: (number) => `返回引用 ${number}`,
    source: (number, host) => `来源 ${number}：${host}`,
    alerts: { note: '说明', tip: '提示', important: '重要', warning: '警告', caution: '注意' },
  },

  notifyRefused: '浏览器不允许此页面发送通知。',

  search: {
    searching: '正在搜索…',
    none: '未找到任何内容。',
    noneSoFar: (date) => `自${date}以来未找到任何内容。`,
    until: (date) => `已搜索至${date}。`,
    older: '搜索更早的对话',
    found: (count) => `找到 ${formatNumber(count)} 个`,
  },

  archive: {
    none: '没有已归档的对话。',
    back: '返回所有对话',
  },

  manage: {
    rename: '重命名',
    delete: '删除',
    pin: '置顶',
    unpin: '取消置顶',
    archive: '归档',
    unarchive: '取消归档',
    pinned: '对话已置顶',
    unpinned: '已取消置顶',
    archived: '对话已归档',
    unarchived: '对话已回到列表',
    renameTitle: '重命名',
    renameLabel: '标题',
    deleteTitle: '删除此对话？',
    deleteBody: (title) => `“${title}”及其回答将被删除。用量保持不变。`,
  },

  password: {
    current: '当前密码',
    chosen: '新密码',
    changed: '密码已更改。您在其他设备上的登录已结束。',
    wrong: '当前密码不正确。',
    ...passwords,
  },

  everywhere: {
    title: '在所有设备上退出登录？',
    body: '您将在所有设备上退出登录，包括此设备。',
  },

  all: {
    title: '删除所有对话？',
    body: '您的所有对话及其回答都将被清除，包括已归档的对话。此操作无法撤销。用量保持不变。',
    confirm: (word) => `输入“${word}”以确认`,
    word: '删除',
    deleted: '所有对话已删除',
  },
};
