import type { CommonWords } from '#web/shared/text/common-text.ts';
import { dimensionNames } from '#web/shared/text/dimension-names.ts';

export const common: CommonWords = {
  close: '关闭',
  tryAgain: '重试',
  loading: '正在加载',
  table: '表格',
  copy: '复制',
  copied: '已复制',
  copyFailed: '浏览器不允许复制',
  unreachable: '无法连接到服务。您输入的内容已保留。',
  language: '语言',
  dimensions: { ...dimensionNames, requests: '请求', priority: '优先', deep_dive: '深度思考' },
};
