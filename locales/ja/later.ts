import { formatNumber } from '#web/shared/text/format.ts';
import type { LaterCatalogue } from '#web/shared/text/later-text.ts';
import { passwords } from './passwords.ts';

export const later: LaterCatalogue = {
  understood: '了解',
  cancel: 'キャンセル',
  save: '保存',
  undo: '元に戻す',
  online: 'オンラインに戻りました。',
  deleted: '会話を削除しました',
  passwordLink: (by, time) =>
    `${time} に、あなたのパスワードを設定するためのリンクが${by ?? 'このサービスの運営者'}に表示されました。心当たりがない場合は、新しいパスワードを設定し、管理者にお知らせください。`,

  problems: {
    user_blocked: '送信がブロックされています。会話は引き続き閲覧できます。',
    conversation_busy: 'この会話ではまだ回答中です。別のタブで開いている可能性があります。',
    agent_not_allowed: 'この会話のアシスタントは現在利用できません。',
    rate_limited: '送信の間隔が短すぎます。少し待ってからもう一度送信してください。',
    too_many_readers: '回答を待っているページが多すぎます。いくつか閉じてください。',
    too_many_concurrent: '同時に作成中の回答が多すぎます。完了するまでお待ちください。',
    queue_full: 'サービスが混み合っています。1 分後にもう一度お試しください。',
    provider_refused: 'モデルはこのリクエストを受け付けません。',
    content_filter: 'モデルのコンテンツフィルターが拒否しました。表現を変えてください。',
    context_length: '会話がモデルには長すぎます。新しいチャットを始めるか、短くして送信してください。',
    provider_error: 'モデルが回答できませんでした。',
    provider_unavailable: '現在利用できるモデルがありません。しばらくしてからもう一度お試しください。',
    provider_timeout: 'モデルの応答に時間がかかりすぎました。',
    turn_timeout: '回答に時間がかかりすぎました。',
    unavailable: 'サービスは現在応答できません。しばらくしてからもう一度お試しください。',
    worker_lost: 'サービスが中断されました。',
    queue_expired: '順番待ちが長すぎました。',
    prompt_too_long: '長すぎます。短くして送り直してください。',
    deep_dive_not_enabled: 'ここでは Deep Dive を利用できません。',
    deep_dive_first_send_not_allowed: 'Deep Dive は回答の後に利用できます。',
    no_response_to_retry: 'やり直せる回答がありません。',
    message_not_found: 'この質問はもう存在しません。',
    validation_error: '受け付けられませんでした。入力内容を確認してください。',
    user_disabled: 'アカウントは無効です。',
    too_many_attempts: '試行回数が多すぎます。しばらくお待ちください。',
  },

  feedback: {
    title: '何が問題でしたか？',
    reasons: ['正しくない', '役に立たない', '不完全', '質問に沿っていない', '危険または不快'],
    comment: 'コメント（任意）',
    send: 'フィードバックを送信',
    thanks: 'フィードバックをありがとうございます',
  },

  shortcuts: {
    title: 'キーボードショートカット',
    send: '送信',
    newLine: '改行',
    stop: '回答を停止',
    focus: 'メッセージを入力',
    search: '会話を検索',
    newChat: '新しいチャット',
    copyLast: '最後の回答をコピー',
    help: 'この一覧',
  },

  menu: {
    exportMarkdown: 'Markdown で書き出す',
    exportJson: 'JSON で書き出す',
    exportAll: '自分の会話をエクスポート',
    deleteAll: '自分の会話をすべて削除',
    print: '印刷',
    notify: '回答を通知する',
    shortcuts: 'キーボードショートカット',
    account: 'アカウント',
    password: 'パスワードを変更',
    signOut: 'サインアウト',
    signOutEverywhere: 'すべての端末からサインアウト',
    theme: 'テーマ',
    themes: { system: 'システム', light: 'ライト', dark: 'ダーク' },
  },

  session: {
    ended: 'セッションが終了しました',
    endedBody:
      '続けるには、このチャットを含むページを再読み込みしてください。入力内容はそれまで保持されます。',
    signedOut: 'チャットするにはサインインしてください',
    signedOutBody: 'このページのチャットは、サインインした方に表示されます。',
    signIn: 'サインイン',
    unavailable: 'チャットは現在利用できません',
    unavailableBody: 'しばらくしてからもう一度お試しください。',
    disabled: 'アカウントは無効になっています',
    disabledBody: '組織の管理者に有効化を依頼してください。',
    waiting: '接続中…',
    direct: 'このアドレスは別のページ内に表示するためのものです',
    directBody: '代わりにチャット本体を開いてください。',
    openChat: 'チャットを開く',
  },

  actions: {
    copyReference: '参照番号をコピー',
    copy: 'コピー',
    good: '良い回答',
    bad: '良くない回答',
    deepDiveLeft: (left) => `残り ${formatNumber(left)} 回`,
    deepDiveUsedUp: (reset) => `${reset} まで利用できません`,
    deepDiveHelp: 'より深く考えて、もう一度回答します。両方を比較できます。',
    previous: '前のバージョン',
    next: '次のバージョン',
    version: (index, count) => `${index}/${count}`,
  },

  progress: {
    answering: '回答中',
    answerComplete: '回答が完了しました',
    answerStopped: '回答が中断されました',
    answerFailed: '回答に失敗しました',
    unread: '新しい回答',
    wait: '完了を待つ',
    interrupt: '停止して送信',
  },

  versions: {
    regenerate: '再生成',
    edit: '編集',
    editLabel: 'あなたの質問',
    editHelp: '新しい回答が作成されます。この後の内容は以前のバージョンとして残ります。',
    edited: '編集済み',
    older: '会話は最新のバージョンから続きます。',
    earlier: 'これは以前のバージョンです。もう会話には含まれていません。',
    back: '会話に戻る',
    askAgain: 'もう一度質問する',
    withdrawn: '入力内容はメッセージ欄に戻りました。次に送信する内容がこの質問に置き換わります。',
    taken: 'この質問は別のウィンドウで変更されました。入力内容はメッセージ欄に残っています。',
  },

  markdown: {
    code: 'コード',
    formula: '数式',
    table: '表',
    wrap: '行を折り返す',
    save: 'コードをダウンロード',
    footnotes: '脚注',
    footnote: (number) => `脚注 ${number}`,
    back: (number) => `参照 ${number} に戻る`,
    source: (number, host) => `出典 ${number}: ${host}`,
    alerts: { note: '注記', tip: 'ヒント', important: '重要', warning: '警告', caution: '注意' },
  },

  notifyRefused: 'ブラウザがこのページの通知を許可していません。',

  search: {
    searching: '検索中…',
    none: '見つかりませんでした。',
    noneSoFar: (date) => `${date}以降には見つかりませんでした。`,
    until: (date) => `${date}まで検索しました。`,
    older: 'さらに古い会話を検索',
    found: (count) => `${formatNumber(count)}件見つかりました`,
  },

  archive: {
    none: 'アーカイブされた会話はありません。',
    back: 'すべての会話に戻る',
  },

  manage: {
    rename: '名前を変更',
    delete: '削除',
    pin: 'ピン留め',
    unpin: 'ピン留めを外す',
    archive: 'アーカイブ',
    unarchive: 'アーカイブから戻す',
    pinned: '会話をピン留めしました',
    unpinned: 'ピン留めを外しました',
    archived: '会話をアーカイブしました',
    unarchived: '会話を一覧に戻しました',
    renameTitle: '名前を変更',
    renameLabel: 'タイトル',
    deleteTitle: 'この会話を削除しますか？',
    deleteBody: (title) => `「${title}」とその回答は消去されます。利用状況は変わりません。`,
  },

  password: {
    current: '現在のパスワード',
    chosen: '新しいパスワード',
    changed: 'パスワードを変更しました。ほかの端末ではサインアウトされました。',
    wrong: '現在のパスワードが正しくありません。',
    ...passwords,
  },

  everywhere: {
    title: 'すべての端末からサインアウトしますか？',
    body: 'この端末を含むすべての端末からサインアウトします。',
  },

  all: {
    title: 'すべての会話を削除しますか？',
    body: 'アーカイブを含むすべての会話と回答が消去されます。元に戻せません。使用量は変わりません。',
    confirm: (word) => `確認のため「${word}」と入力してください`,
    word: '削除',
    deleted: 'すべての会話を削除しました',
  },
};
