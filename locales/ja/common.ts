import type { CommonWords } from '#web/shared/text/common-text.ts';
import { dimensionNames } from '#web/shared/text/dimension-names.ts';

export const common: CommonWords = {
  close: '閉じる',
  tryAgain: '再試行',
  loading: '読み込み中',
  table: '表',
  copy: 'コピー',
  copied: 'コピーしました',
  copyFailed: 'ブラウザーがコピーを許可しませんでした',
  unreachable: 'サービスに接続できませんでした。入力内容は保持されています。',
  language: '言語',
  dimensions: { ...dimensionNames, requests: 'リクエスト', priority: '優先', deep_dive: 'Deep Dive' },
};
