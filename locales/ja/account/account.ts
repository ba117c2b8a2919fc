import type { AccountCatalogue } from '#web/account/text/words.ts';

export { common } from '../common.ts';

export const readLater = () => import('./later.ts');

export const account: AccountCatalogue = {
  backToChat: 'チャットを開く',
  sections: 'セクション',
  menu: 'メニュー',
  signOut: 'サインアウト',
  theme: 'テーマ',
  themes: { system: 'システム', light: 'ライト', dark: 'ダーク' },
  cancel: 'キャンセル',
  save: '保存',
  saved: '保存しました',
  refresh: '更新',
  more: 'さらに表示',
  csv: 'CSV をダウンロード',

  sectionNames: {
    usage: '使用状況',
    users: 'ユーザー',
    assistant: 'アシスタント',
    brand: 'ブランド',
    embedding: '埋め込み',
    webhooks: 'Webhook',
    security: 'セキュリティ',
    subscription: '契約',
  },

  fields: {
    email: 'メールアドレス',
    assistant_name: 'アシスタント名',
    accent: 'アクセントカラー',
    greeting: 'あいさつ文',
    starters: '質問例',
    origins: 'オリジン',
    page_url: 'ページのアドレス',
    token_endpoint: 'トークンエンドポイント',
    url: 'アドレス',
    text: '下書き',
    description: '説明',
    types: '種類',
    enabled: 'この権限',
    admin: 'この権限',
    identity: '識別子',
    other: '値',
  },

  problems: {
    offline: 'オフラインです。何も変更されていません。',
    unreachable: 'サービスに接続できませんでした。もう一度お試しください。',
    unexpected: '問題が発生しました。もう一度お試しください。',
    userExists: 'このメールアドレスはすでに登録されています。',
    gone: 'すでに存在しません。ページを再読み込みしてください。',
    tooManyWebhooks: 'エンドポイントの数が上限に達しています。先に 1 つ削除してください。',
    emailNotSent:
      'メールサーバーがメールを受け付けませんでした。ユーザーは登録済みです。パスワードをリセットすると再送できます。',
  },

  mistakes: {
    'email.format': 'メールアドレスを入力してください（例: ada@example.com）。',
    'accent.format': '色を #rrggbb の形式で入力してください。',
    'origins.format':
      'https://www.example.com のようなオリジンを入力してください。http:// は localhost でのみ使えます。',
    format: '表示できる文字を 1 行で入力してください。',
    webhook_url_not_allowed:
      'https:// で始まる公開アドレスを入力してください。ユーザー名やパスワード、このサービスのアドレスは使えません。ほかのネットワークは運営者が許可できます。',
    'types.unknown': 'この種類のイベントはありません。',
    own_account: '自分のアカウントには実行できません。',
    reserved_identity_prefix:
      'hu: で始まる識別子は、サインインするユーザーのものです。全体を入力してください。',
    characters: '保存できない文字が含まれています。',
    image: '破損していない PNG、JPEG、WebP、GIF のファイルで、4096 × 4096 ピクセル以下にしてください。',
    svg: 'SVG はスクリプトを含むことがあります。PNG、JPEG、WebP、GIF を使ってください。',
    maxLength: '長すぎます。',
    maxItems: '数が多すぎます。',
    required: '入力してください。',
    invalid: 'この値は受け付けられませんでした。',
  },
  mistakeIn: (field, mistake) => `${field}: ${mistake}`,

  usage: {
    today: '今日',
    days: '過去 30 日間',
    byUser: 'ユーザー別',
    byUserNote: '過去 30 日間にチャットを多く利用した 100 人です。',
    resets: (time) => `${time} にリセットされます。日付は UTC です。`,
    noLimit: (used) => `${used} · 上限なし`,
    of: (used, limit) => `${used} / ${limit}`,
    allUsers: '全ユーザーの合計',
    dimension: '表示する項目',
    chart: 'グラフ',
    table: '表',
    view: '表示形式',
    summary: (name, total, peak, day) => `${name}: 30 日間で ${total}、最多は ${day} の ${peak}。`,
    noneOf: (name) => `${name}: 過去 30 日間はありません。`,
    onDay: (day, count) => `${day}: ${count}`,
    total: (count) => `30 日間で ${count}`,
    day: '日付 (UTC)',
    user: 'ユーザー',
    todayColumn: '今日',
    monthColumn: '30 日間',
    topToday: '今日の利用上位',
    emptyToday: '今日はまだ質問が送信されていません。',
    unguarded:
      'チャットは埋め込み可能ですが、ユーザーごとの上限も同時回答数の上限もありません。1 人の訪問者が全員の 1 日分を使い切るおそれがあります。サービスの運営者に上限の設定を依頼してください。',
    empty: '過去 30 日間にチャットの利用はありません。送信された分はここに集計されます。',
  },

  people: {
    title: 'ID による利用者の管理',
    note: '自社サイトから利用する人には、バックエンドが付けた ID があります。ブロックされた人は閲覧できますが、送信はできません。',
    identity: 'ID',
    block: 'ブロック',
    unblock: 'ブロック解除',
    blockName: (name) => `${name} をブロック`,
    unblockName: (name) => `${name} のブロックを解除`,
    blocked: 'ブロック中',
    blockTitle: 'この人をブロックしますか？',
    blockBody: (name) =>
      `${name} は閲覧できますが、送信できなくなります。待機中の質問は取り消されて件数に含まれず、作成中の回答は中断されます。`,
    undo: '元に戻す',
    sending: '送信',
    export: 'データをエクスポート',
    erase: 'データを消去',
    noneBlocked: 'ブロックされている人はいません。',
    wasBlocked: (name) => `${name} をブロックしました`,
    wasUnblocked: (name) => `${name} は再び送信できます`,
    eraseTitle: 'この人のデータを消去しますか？',
    eraseBody: (name) =>
      `${name} について保存されているもの（会話、フィードバック、アカウントがあればアカウントも）をすべて消去します。元に戻すことはできません。利用件数は名前なしで保持されます。`,
    confirmErase: '消去',
    wasErased: 'データを消去しました',
    isErasing: 'データを消去しています',
  },

  subscription: {
    note: '契約で利用できる内容です。サービスの運営者が変更できます。',
    status: '状態',
    statuses: { trial: '試用中', active: '有効', past_due: '支払い遅延', canceled: '解約済み' },
    allowed: '全員がチャットを利用できます。',
    notAllowed:
      'チャットは一時停止中です。誰も送信できず、サインインできるのは管理者だけです。会話は保持されています。サービスの運営者に契約の更新を依頼してください。',
    limits: '1 日の上限',
    shared: '全ユーザーの合計',
    eachUser: (name) => `${name}（ユーザーごと）`,
    noLimit: '上限なし',
    enabled: '有効',
    notEnabled: '無効',
  },
};
