import type { LaterAccountCatalogue } from '#web/account/text/words.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import { audit } from './audit.ts';
import { ended } from './ended.ts';
import { findings } from './findings.ts';
import { guidance } from './guidance.ts';
import { knowledge } from './knowledge.ts';
import { ownKey } from './own-key.ts';
import { ratings } from './ratings.ts';
import { tools } from './tools.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const later: LaterAccountCatalogue = {
  brand: {
    note: 'ページの見た目と、最初に表示する文です。',
    logo: 'ロゴ',
    logoHelp: 'PNG、JPEG、WebP、GIF、2 MB まで。サインイン画面とチャットに表示されます。',
    chooseLogo: 'ファイルを選択',
    removeLogo: 'ロゴを削除',
    removeLogoBody: 'ページには標準のロゴが表示されます。',
    tooLarge: 'ファイルが 2 MB を超えています。',
    assistantName: 'アシスタント名',
    assistantNameHelp: 'チャットの上部に表示されます。空欄の場合は組織名が使われます。',
    radius: '角の形',
    radii: { soft: 'やや丸い', square: '四角', round: '丸い' },
    font: '書体',
    fonts: {
      standard: '標準',
      system: '端末の書体',
      humanist: 'ヒューマニスト',
      geometric: 'ジオメトリック',
      serif: 'セリフ',
    },
    density: '間隔',
    densities: { comfortable: 'ゆったり', compact: 'コンパクト' },
    accent: 'アクセントカラー',
    accentText: '#rrggbb 形式',
    ownAccent: '独自のアクセントカラーを使う',
    ratio: (theme, ratio) => `${theme}: 文字のコントラスト ${ratio}。`,
    forced: 'この色のままでは文字が読みにくいため、明るさを調整しています。ボタンの色は変わりません。',
    greeting: 'あいさつ文',
    greetingHelp: '会話の最初に表示されます。空欄の場合は標準の文が使われます。',
    greetingDefault: '何をお知りになりたいですか？',
    aiNotice: 'AI についてのお知らせ',
    aiNoticeHelp:
      '最初の質問を書く場所に、常に表示される AI の印に続けて表示されます。言語ごとに 10～300 文字。空欄の場合は標準の文言になります。',
    aiNoticeLanguage: 'お知らせの言語',
    starters: '質問例',
    starter: (index) => `質問例 ${index}`,
    startersHelp: '最初に選べる質問を 6 件まで設定できます。',
    addStarter: '質問例を追加',
    removeStarter: '削除',
    preview: 'プレビュー',
    previewLink: 'リンク',
    previewSend: '送信',
  },

  embedding: {
    note: '自社のページにチャットを表示します。',
    origins: '許可するオリジン',
    originsHelp:
      '1 行に 1 つずつ入力します（例: https://www.example.com）。チャットを表示できるのは、これらのオリジンのページだけです。',
    noOrigins: '許可されたオリジンがまだないため、チャットはどこにも埋め込めません。',
    closing: '削除したオリジンで開いているフレームは、ページが再読み込みされるまで残ります。',
    snippet: 'スニペット',
    pinned: '整合性チェック付きスニペット',
    pinnedHelp: 'このバージョンに固定することもできます。ブラウザーはほかのファイルを拒否します。',
    snippetHelp:
      'チャットを表示するすべてのページに貼り付けてください。data-token-endpoint のアドレスは自社のバックエンドのものです。バックエンドはサインイン中のユーザーのトークンを API に要求し、サインインしていない場合は 401 を返します。data-accent はボタンの色、data-locale は言語です。指定しない場合はページの言語になります。',
    frame: 'ランチャーを使わない場合',
    frameHelp: 'このアドレスの iframe に、バックエンドのトークンを #token= の後に付けて使います。',
    headers: 'ページのヘッダー',
    headersHelp:
      'ページが Content-Security-Policy を送信する場合は、次のソースが必要です。スクリプト、フレーム、そして connect-src に自社のトークンエンドポイントです。',
    check: 'ページを確認',
    checkHelp: 'ページでチャットを妨げているものを表示します。',
    pageUrl: 'ページのアドレス',
    policy: 'ページの Content-Security-Policy（任意）',
    endpoint: 'トークンエンドポイントのパス（任意）',
    run: '確認',
    allGood: 'このページでチャットを妨げるものはありません。',
    found: 'このページではまだチャットを表示できません。',
    fine: '問題なし',
    missing: '不足',
    untried: '未確認',
  },

  findings,

  users,

  webhooks,

  guidance,

  knowledge,

  tools,

  ownKey,

  ratings,

  ended,

  security: {
    note: 'サインイン中のユーザーと変更の履歴です。',
    handoff: 'ハンドオフキー',
    handoffHelp:
      '組織のすべてのセッションに署名するキーです。セッションやトークンが他人に渡ったおそれがあるときに更新してください。',
    rotate: 'ハンドオフキーを更新',
    rotateTitle: 'ハンドオフキーを更新しますか？',
    rotateBody: (sessions) =>
      `自分のものを含む${sessions}と、埋め込みチャット用にバックエンドが取得したすべてのトークンが、すぐに無効になります。`,
    rotateKeeps: 'API キー、会話、使用状況は変わりません。更新後にもう一度サインインしてください。',
    oneSession: 'サインイン中の 1 人のセッション',
    manySessions: (count) => `サインイン中の ${formatNumber(count)} 件のセッション`,
    confirmRotate: '更新してサインアウト',
    sessions: 'セッション',
    current: 'この端末',
    device: (browser, system) => `${system} の ${browser}`,
    unknownDevice: '不明な端末',
    since: (from, until) => `${from} から ${until} まで`,
    end: '終了',
    ended: (email) => `${email} のセッションを終了しました`,
    noSessions: 'サインイン中のユーザーはいません。',
    audit: '変更履歴',
    auditNote: '誰が何を変更したかを新しい順に表示します。',
    operator: '運営者',
    ownKey: 'API キー',
    noAudit: 'まだ変更はありません。',
  },

  audit,
};
