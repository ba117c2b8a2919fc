import type { FindingWords } from '#contract/embedding/finding-facts.ts';

export const findings: FindingWords = {
  no_web_address: () => 'O endereço da página não é um endereço web.',
  origin_allowed: ({ origin }) => `${origin} pode incorporar o chat.`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? 'Ainda não há origens permitidas' : `Origens permitidas: ${origins.join(', ')}`}. Adicione ${origin} às origens, ou o navegador não mostra o quadro.`,
  script_unrestricted: () => 'A política não restringe o script.',
  frame_unrestricted: () => 'A política não restringe o quadro.',
  source_allowed: ({ directive, source }) => `${directive} permite ${source}.`,
  script_missing: ({ directive, source, add_to: place }) =>
    `${directive} não permite o script: adicione ${source} a ${place}.`,
  frame_missing: ({ directive, source, add_to: place }) =>
    `${directive} não permite o quadro: adicione ${source} a ${place}.`,
  connect_allowed: () => 'connect-src permite o endpoint de tokens da página.',
  connect_missing: ({ directive, source, add_to: place }) =>
    `${directive} não permite o endpoint de tokens da página: adicione ${source} a ${place}.`,
  other_origin: () =>
    'O endpoint de tokens deve ser um caminho da origem da página: o lançador não consulta nenhum outro.',
  unreachable: ({ url, error }) =>
    `Não foi possível testar POST ${url} daqui: ${error}. Execute isto onde ele seja acessível; sem usuário, deve responder 401:`,
  visitor_refused: ({ url, status }) => `POST ${url} responde ${status} sem usuário, como deve ser.`,
  token_given: ({ url }) =>
    `POST ${url} dá um token a um visitante sem sessão. Confirme que é isso que deseja.`,
  no_user: ({ url }) => `POST ${url} responde que não há usuário, como deve ser.`,
  page_answered: ({ url, status }) =>
    `POST ${url} responde ${status} com uma página: deve responder {"token": "…"}, ou 401 sem usuário.`,
  no_token_answered: ({ url, status }) =>
    `POST ${url} responde ${status} com outra coisa: deve responder {"token": "…"}, ou 401 sem usuário.`,
  redirected: ({ url, status }) =>
    `POST ${url} responde ${status}: redireciona, talvez para um login. Em vez disso, deve responder 401.`,
  route_missing: ({ url, status }) =>
    `POST ${url} responde ${status}: essa rota não existe. Adicione-a ou corrija data-token-endpoint.`,
  method_refused: ({ url, status }) => `POST ${url} responde ${status}: a rota deve aceitar POST.`,
  request_refused: ({ url, status }) =>
    `POST ${url} responde ${status}: deve aceitar um POST com corpo JSON, {"reason": "…"}.`,
  server_failed: ({ url, status }) => `POST ${url} responde ${status}: o log do seu servidor diz por quê.`,
};
