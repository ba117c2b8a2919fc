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
    note: '页面的外观，以及最先显示的文字。',
    logo: '标志',
    logoHelp: 'PNG、JPEG、WebP 或 GIF，不超过 2 MB。显示在登录页和聊天中。',
    chooseLogo: '选择文件',
    removeLogo: '移除标志',
    removeLogoBody: '页面将显示默认标志。',
    tooLarge: '文件超过 2 MB。',
    assistantName: '助手名称',
    assistantNameHelp: '显示在聊天顶部。留空则使用您的组织名称。',
    radius: '边角',
    radii: { soft: '柔和', square: '直角', round: '圆角' },
    font: '字体',
    fonts: {
      standard: '标准',
      system: '设备字体',
      humanist: '人文体',
      geometric: '几何体',
      serif: '衬线体',
    },
    density: '间距',
    densities: { comfortable: '宽松', compact: '紧凑' },
    accent: '强调色',
    accentText: '#rrggbb 格式',
    ownAccent: '使用自己的强调色',
    ratio: (theme, ratio) => `${theme}：文字对比度 ${ratio}。`,
    forced: '此颜色的文字不易阅读，因此调整了亮度。按钮保持原色。',
    greeting: '欢迎语',
    greetingHelp: '显示在对话开始处。留空则使用默认文字。',
    greetingDefault: '您想了解什么？',
    aiNotice: 'AI 提示语',
    aiNoticeHelp:
      '显示在撰写第一个问题的位置，位于始终保留的 AI 标记之后。每种语言 10 至 300 个字符；留空则使用默认文字。',
    aiNoticeLanguage: '提示语的语言',
    starters: '推荐问题',
    starter: (index) => `推荐问题 ${index}`,
    startersHelp: '最多六个用于开始对话的问题。',
    addStarter: '添加推荐问题',
    removeStarter: '移除',
    preview: '预览',
    previewLink: '链接',
    previewSend: '发送',
  },

  embedding: {
    note: '在您自己的页面上显示聊天。',
    origins: '允许的来源',
    originsHelp: '每行一个，例如 https://www.example.com。只有这些来源的页面可以显示聊天。',
    noOrigins: '尚未允许任何来源：聊天无法嵌入任何页面。',
    closing: '移除来源后，已打开的框架会保留到其页面重新加载为止。',
    snippet: '代码片段',
    pinned: '带完整性校验的代码片段',
    pinnedHelp: '也可以固定此版本：浏览器会拒绝任何其他文件。',
    snippetHelp:
      '请将其放入每个需要显示聊天的页面。data-token-endpoint 中的地址属于您自己的后端：后端为已登录的用户向我们的 API 请求令牌，无人登录时返回 401。data-accent 是按钮的颜色；data-locale 设置语言，否则使用页面的语言。',
    frame: '不使用启动器',
    frameHelp: '使用此地址的 iframe，并在 #token= 之后加上您的后端提供的令牌。',
    headers: '页面的标头',
    headersHelp:
      '如果您的页面发送 Content-Security-Policy，则需要包含以下来源：脚本、框架，以及 connect-src 中您自己的令牌端点。',
    check: '检查页面',
    checkHelp: '显示页面上阻止聊天的原因。',
    pageUrl: '页面地址',
    policy: '页面的 Content-Security-Policy（可选）',
    endpoint: '页面的令牌端点路径（可选）',
    run: '检查',
    allGood: '此页面可以正常显示聊天。',
    found: '此页面暂时无法显示聊天。',
    fine: '正常',
    missing: '缺失',
    untried: '未检查',
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
    note: '谁已登录，以及更改过什么。',
    handoff: '交接密钥',
    handoffHelp: '为您组织的每个会话签名。会话或令牌可能落入他人之手时，请更换此密钥。',
    rotate: '更换交接密钥',
    rotateTitle: '更换交接密钥？',
    rotateBody: (sessions) =>
      `这将立即终止${sessions}（包括您自己的），以及您的后端为嵌入的聊天获取的所有令牌。`,
    rotateKeeps: 'API 密钥、对话和用量保持不变。之后您需要重新登录。',
    oneSession: '唯一一位已登录用户的会话',
    manySessions: (count) => `已登录用户的全部 ${formatNumber(count)} 个会话`,
    confirmRotate: '更换并退出登录',
    sessions: '会话',
    current: '当前会话',
    device: (browser, system) => `${system} 上的 ${browser}`,
    unknownDevice: '未知设备',
    since: (from, until) => `${from} 至 ${until}`,
    end: '终止',
    ended: (email) => `${email} 的会话已终止`,
    noSessions: '没有人登录。',
    audit: '变更记录',
    auditNote: '谁更改了什么，最新的在前。',
    operator: '运营方',
    ownKey: 'API 密钥',
    noAudit: '尚无更改。',
  },

  audit,
};
