import type { FindingWords } from '#contract/embedding/finding-facts.ts';

export const findings: FindingWords = {
  no_web_address: () => 'ページのアドレスがウェブのアドレスではありません。',
  origin_allowed: ({ origin }) => `${origin} はチャットを埋め込めます。`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? '許可されたオリジンはまだありません' : `許可されているオリジン: ${origins.join(', ')}`}。${origin} をオリジンに追加してください。追加しないとブラウザーはフレームを表示しません。`,
  script_unrestricted: () => 'ポリシーはスクリプトを制限していません。',
  frame_unrestricted: () => 'ポリシーはフレームを制限していません。',
  source_allowed: ({ directive, source }) => `${directive} は ${source} を許可しています。`,
  script_missing: ({ directive, source, add_to: place }) =>
    `${directive} がスクリプトを許可していません。${source} を ${place} に追加してください。`,
  frame_missing: ({ directive, source, add_to: place }) =>
    `${directive} がフレームを許可していません。${source} を ${place} に追加してください。`,
  connect_allowed: () => 'connect-src はページのトークンエンドポイントを許可しています。',
  connect_missing: ({ directive, source, add_to: place }) =>
    `${directive} がページのトークンエンドポイントを許可していません。${source} を ${place} に追加してください。`,
  other_origin: () =>
    'トークンエンドポイントはページと同じオリジンのパスでなければなりません。ランチャーはほかには要求しません。',
  unreachable: ({ url, error }) =>
    `POST ${url} はここからは確認できませんでした（${error}）。到達できる場所で次を実行してください。ユーザーがいない場合は 401 を返す必要があります。`,
  visitor_refused: ({ url, status }) =>
    `POST ${url} はユーザーがいない場合に ${status} を返します。問題ありません。`,
  token_given: ({ url }) =>
    `POST ${url} はセッションのない訪問者にトークンを渡します。意図したものか確認してください。`,
  no_user: ({ url }) => `POST ${url} はユーザーがいないことを返します。問題ありません。`,
  page_answered: ({ url, status }) =>
    `POST ${url} は ${status} とページを返します。{"token": "…"} を返すか、ユーザーがいない場合は 401 を返す必要があります。`,
  no_token_answered: ({ url, status }) =>
    `POST ${url} は ${status} と別の内容を返します。{"token": "…"} を返すか、ユーザーがいない場合は 401 を返す必要があります。`,
  redirected: ({ url, status }) =>
    `POST ${url} は ${status} を返し、サインインなどへリダイレクトします。代わりに 401 を返す必要があります。`,
  route_missing: ({ url, status }) =>
    `POST ${url} は ${status} を返します。このルートはありません。追加するか、data-token-endpoint を修正してください。`,
  method_refused: ({ url, status }) =>
    `POST ${url} は ${status} を返します。ルートは POST を受け付ける必要があります。`,
  request_refused: ({ url, status }) =>
    `POST ${url} は ${status} を返します。JSON の本文 {"reason": "…"} を持つ POST を受け付ける必要があります。`,
  server_failed: ({ url, status }) => `POST ${url} は ${status} を返します。原因はサーバーのログにあります。`,
};
