import { formatNumber } from '#web/shared/text/format.ts';
import type { Catalogue } from '#web/shared/text/text.ts';

export { common } from './common.ts';

export const readLater = () => import('./later.ts');

export const chat: Catalogue = {
  you: 'あなた',
  assistant: '回答',
  dismiss: '閉じる',
  problems: {
    offline: 'オフラインです。入力内容は保持されています。',
    unreachable: 'サービスに接続できませんでした。入力内容は保持されています。',
    unexpected: '問題が発生しました。入力内容は保持されています。',
    subscription_inactive:
      'サブスクリプションが有効でないため、チャットは一時停止中です。会話は引き続き閲覧できます。',
    conversation_not_found: 'この会話は存在しません。',
  },

  composer: {
    label: 'メッセージ',
    placeholder: (name) => `${name}に質問する`,
    send: '送信',
    stop: '停止',
    tooLong: (over) => `${formatNumber(over)} 文字超過しています`,
    paused: 'チャットは一時停止中です',
    hint: '回答は AI によるもので、間違っていることがあります。重要な内容はご確認ください。',
  },

  conversation: {
    log: '会話',
    untitled: '新しいチャット',
    earlier: '以前のメッセージ',
    jump: '最新へ移動',
    stopped: '停止しました',
    cut: 'この回答は途中までです。',
    failed: '回答は作成されませんでした。',
    showAll: 'すべて表示',
    showLess: '折りたたむ',
    greeting: '何をお知りになりたいですか？',
  },

  actions: {
    deepDive: 'Deep Dive',
  },

  sidebar: {
    region: '会話一覧',
    newChat: '新しいチャット',
    search: '会話を検索',
    show: 'サイドバーを表示',
    hide: 'サイドバーを隠す',
    pinned: 'ピン留め',
    archived: 'アーカイブ済み',
    more: 'さらに表示',
    none: '会話はここに表示されます。',
  },

  days: { today: '今日', yesterday: '昨日', week: '過去 7 日間', month: '過去 30 日間' },

  usage: {
    title: '今日',
    of: (used, limit) => `${formatNumber(used)} / ${formatNumber(limit)}`,
    unlimited: (used) => `${formatNumber(used)} · 制限なし`,
    resets: (time) => `リセット: ${time}`,
    context: 'コンテキスト',
    contextValue: (percent) => `${percent}%`,
    contextHelp: 'この会話に対するモデルの記憶の使用率です。利用枠ではありません。',
    usedUp: (dimension, scope, reset) =>
      `${scope === 'user' ? 'あなた' : '共有'}の 1 日の上限（${dimension}）に達しました。リセット: ${reset}。`,
    kept: '入力内容は保持されています。',
  },

  menu: 'メニュー',

  markdown: {
    takeCode: 'コードをコピー',
    image: '画像',
    table: '表',
    done: '完了',
    open: '未完了',
  },
};
