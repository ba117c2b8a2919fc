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
    note: 'A aparência das suas páginas e o que elas dizem primeiro.',
    logo: 'Logotipo',
    logoHelp: 'PNG, JPEG, WebP ou GIF, no máximo 2 MB. Aparece ao entrar e no chat.',
    chooseLogo: 'Escolher arquivo',
    removeLogo: 'Remover logotipo',
    removeLogoBody: 'As páginas passam a mostrar o logotipo neutro.',
    tooLarge: 'O arquivo tem mais de 2 MB.',
    assistantName: 'Nome do assistente',
    assistantNameHelp: 'Aparece no topo do chat. Vazio: o nome da sua organização.',
    radius: 'Cantos',
    radii: { soft: 'Suaves', square: 'Retos', round: 'Redondos' },
    font: 'Tipografia',
    fonts: {
      standard: 'Padrão',
      system: 'A do dispositivo',
      humanist: 'Humanista',
      geometric: 'Geométrica',
      serif: 'Com serifa',
    },
    density: 'Espaçamento',
    densities: { comfortable: 'Confortável', compact: 'Compacto' },
    accent: 'Cor de destaque',
    accentText: 'Como #rrggbb',
    ownAccent: 'Usar uma cor de destaque própria',
    ratio: (theme, ratio) => `${theme}: contraste do texto ${ratio}.`,
    forced:
      'A luminosidade é ajustada, porque um texto nesta cor seria difícil de ler. Os botões mantêm a cor.',
    greeting: 'Saudação',
    greetingHelp: 'Aparece no início de uma conversa. Vazio: o nosso texto.',
    greetingDefault: 'O que gostaria de saber?',
    aiNotice: 'Aviso sobre a IA',
    aiNoticeHelp:
      'Aparece onde se escreve a primeira pergunta, após a marca AI, que sempre permanece. De 10 a 300 caracteres por idioma; sem texto, valem as nossas palavras.',
    aiNoticeLanguage: 'Idioma do aviso',
    starters: 'Sugestões',
    starter: (index) => `Sugestão ${index}`,
    startersHelp: 'Até seis perguntas para começar.',
    addStarter: 'Adicionar sugestão',
    removeStarter: 'Remover',
    preview: 'Prévia',
    previewLink: 'um link',
    previewSend: 'Enviar',
  },

  embedding: {
    note: 'Mostre o chat nas suas próprias páginas.',
    origins: 'Origens permitidas',
    originsHelp:
      'Uma por linha, por exemplo https://www.example.com. Só as páginas destas origens podem mostrar o chat.',
    noOrigins: 'Ainda não há origens permitidas: o chat não pode ser incorporado em lugar nenhum.',
    closing: 'Os quadros abertos em origens removidas permanecem até que a página seja recarregada.',
    snippet: 'Trecho de código',
    pinned: 'Trecho com integridade',
    pinnedHelp: 'Ou fixe esta versão: o navegador recusa qualquer outro arquivo.',
    snippetHelp:
      'Coloque-o em cada página que deve mostrar o chat. O endereço em data-token-endpoint pertence ao seu próprio backend: ele pede à nossa API um token para o usuário conectado e responde 401 quando não há ninguém conectado. data-accent é a cor do botão; data-locale define o idioma, que de outro modo é o da sua página.',
    frame: 'Sem o lançador',
    frameHelp: 'Um iframe com este endereço e um token do seu backend depois de #token=.',
    headers: 'Cabeçalhos das suas páginas',
    headersHelp:
      'Se as suas páginas enviam uma Content-Security-Policy, ela precisa destas fontes: o script, o quadro e, em connect-src, o seu próprio endpoint de tokens.',
    check: 'Verificar uma página',
    checkHelp: 'Mostra o que bloqueia o chat em uma página.',
    pageUrl: 'Endereço da página',
    policy: 'A Content-Security-Policy dela (opcional)',
    endpoint: 'Caminho do endpoint de tokens dela (opcional)',
    run: 'Verificar',
    allGood: 'Nada impede o chat nesta página.',
    found: 'Esta página ainda não pode mostrar o chat.',
    fine: 'Certo',
    missing: 'Falta',
    untried: 'Não testado',
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
    note: 'Quem está conectado e o que foi alterado.',
    handoff: 'Chave de transferência',
    handoffHelp:
      'Assina cada sessão da sua organização. Renove-a quando uma sessão ou um token possa ter caído em mãos erradas.',
    rotate: 'Renovar a chave de transferência',
    rotateTitle: 'Renovar a chave de transferência?',
    rotateBody: (sessions) =>
      `Isto encerra imediatamente ${sessions}, incluindo a sua, e cada token que o seu backend obteve para um chat incorporado.`,
    rotateKeeps:
      'As chaves de API, as conversas e o uso permanecem como estão. Depois, você entra novamente.',
    oneSession: 'a sessão da única pessoa conectada',
    manySessions: (count) => `as ${formatNumber(count)} sessões de pessoas conectadas`,
    confirmRotate: 'Renovar e sair',
    sessions: 'Sessões',
    current: 'Esta',
    device: (browser, system) => `${browser} em ${system}`,
    unknownDevice: 'Dispositivo desconhecido',
    since: (from, until) => `Desde ${from}, termina em ${until}`,
    end: 'Encerrar',
    ended: (email) => `A sessão de ${email} foi encerrada`,
    noSessions: 'Ninguém está conectado.',
    audit: 'Alterações',
    auditNote: 'Quem alterou o quê, do mais recente ao mais antigo.',
    operator: 'Operador',
    ownKey: 'Chave de API',
    noAudit: 'Nada foi alterado ainda.',
  },

  audit,
};
