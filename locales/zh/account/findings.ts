import type { FindingWords } from '#contract/embedding/finding-facts.ts';

export const findings: FindingWords = {
  no_web_address: () => '页面地址不是网址。',
  origin_allowed: ({ origin }) => `${origin} 可以嵌入聊天。`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? '尚未允许任何来源' : `允许的来源：${origins.join(', ')}`}。请将 ${origin} 添加到来源，否则浏览器不会显示框架。`,
  script_unrestricted: () => '该策略未限制脚本。',
  frame_unrestricted: () => '该策略未限制框架。',
  source_allowed: ({ directive, source }) => `${directive} 允许 ${source}。`,
  script_missing: ({ directive, source, add_to: place }) =>
    `${directive} 不允许脚本：请将 ${source} 添加到 ${place}。`,
  frame_missing: ({ directive, source, add_to: place }) =>
    `${directive} 不允许框架：请将 ${source} 添加到 ${place}。`,
  connect_allowed: () => 'connect-src 允许页面的令牌端点。',
  connect_missing: ({ directive, source, add_to: place }) =>
    `${directive} 不允许页面的令牌端点：请将 ${source} 添加到 ${place}。`,
  other_origin: () => '令牌端点必须是页面自身来源下的路径：启动器不会请求其他地址。',
  unreachable: ({ url, error }) =>
    `无法从此处检查 POST ${url}（${error}）。请在可以访问它的地方运行以下命令；无人登录时它应返回 401：`,
  visitor_refused: ({ url, status }) => `POST ${url} 在无人登录时返回 ${status}，符合要求。`,
  token_given: ({ url }) => `POST ${url} 向没有会话的访客提供令牌。请确认这是您的本意。`,
  no_user: ({ url }) => `POST ${url} 回应没有用户，符合要求。`,
  page_answered: ({ url, status }) =>
    `POST ${url} 返回 ${status} 和一个页面：应返回 {"token": "…"}，无人登录时返回 401。`,
  no_token_answered: ({ url, status }) =>
    `POST ${url} 返回 ${status} 和其他内容：应返回 {"token": "…"}，无人登录时返回 401。`,
  redirected: ({ url, status }) => `POST ${url} 返回 ${status}：发生重定向，可能是转到登录。应改为返回 401。`,
  route_missing: ({ url, status }) =>
    `POST ${url} 返回 ${status}：没有此路由。请添加该路由，或更正 data-token-endpoint。`,
  method_refused: ({ url, status }) => `POST ${url} 返回 ${status}：该路由须接受 POST。`,
  request_refused: ({ url, status }) =>
    `POST ${url} 返回 ${status}：须接受带 JSON 正文 {"reason": "…"} 的 POST。`,
  server_failed: ({ url, status }) => `POST ${url} 返回 ${status}：原因见您服务器的日志。`,
};
