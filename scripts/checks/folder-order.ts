import { type Arrow, findArrows, folderIn } from './arrows.ts';
import type { Import } from './imports.ts';

interface FolderOrder {
  /** Lowest first: each folder may import those before it. */
  readonly folders: readonly string[];
  /** Pairs of folders whose imports point upwards: at most two a layer, and none in core. */
  readonly back?: readonly string[];
}

/** The folders of each layer, and of each folder of a layer, that has at least two. */
export const folderOrders: Readonly<Record<string, FolderOrder>> = {
  'src/contract': {
    folders: [
      ...['languages', 'devices', 'embedding', 'schemas', 'shared', 'brand', 'citations', 'answers', 'audit'],
      ...['usage', 'openai', 'events', 'tools', 'knowledge', 'people', 'partners', 'console'],
      ...['operations', 'endpoints'],
    ],
    back: ['operations > endpoints'],
  },
  'src/core': {
    folders: [
      ...[
        'shared',
        'clients',
        'audit',
        'events',
        'models',
        'prompt',
        'knowledge',
        'mail',
        'webhooks',
        'identity',
        'usage',
      ],
      ...[
        'brand',
        'people',
        'administration',
        'sign-in',
        'keys',
        'tools',
        'citations',
        'turn',
        'jobs',
        'actions',
        'openai',
      ],
      ...['conversations', 'health', 'numbers', 'operators', 'screens', 'operations'],
    ],
  },
  'src/core/turn': { folders: ['admission', 'steps', 'process'] },
  'src/adapters': {
    folders: ['images', 'mail', 'models', 'postgres', 'queue', 'reading', 'webhooks', 'tools', 'telemetry'],
  },
  'src/adapters/models': { folders: ['demo', 'http1'] },
  'src/adapters/postgres': {
    folders: [
      ...['embedded', 'backup', 'database', 'schema', 'events', 'usage', 'numbers', 'webhooks', 'tools'],
      'knowledge',
      ...['administration', 'sign-in', 'operators', 'screens', 'admissions', 'turns', 'people'],
      ...['conversations', 'tenants'],
    ],
    // The record of a turn is written by its admission, and the store of turns admits them.
    back: ['admissions > turns'],
  },
  'src/app': { folders: ['doctor', 'events', 'console'] },
  'src/http': {
    folders: [
      ...['server', 'openapi', 'routing', 'session', 'pages', 'client-package', 'streaming', 'handlers'],
      ...['documentation', 'openai', 'operations', 'hosts'],
    ],
  },
  'src/http/handlers': { folders: ['account', 'console'] },
  'src/http/openapi': { folders: ['words', 'examples'] },
  'src/sdk': { folders: ['answer', 'resources', 'tools'] },
  'src/web': { folders: ['shared', 'docs', 'login', 'administration', 'account', 'chat', 'console'] },
  'src/web/administration': {
    folders: [
      'state',
      'charts',
      'audit',
      'components',
      'dialogs',
      'endpoints',
      'guidance',
      'knowledge',
      'tools',
      'users',
      'webhooks',
    ],
  },
  'src/web/account': {
    folders: [
      ...['text', 'state', 'people', 'usage', 'subscription', 'assistant', 'brand', 'embedding', 'security'],
    ],
  },
  'src/web/chat': {
    folders: [
      ...['state', 'composer', 'actions', 'life', 'dialogs', 'scrolling', 'sidebar', 'search', 'versions'],
      ...['conversation', 'embed'],
    ],
    // What keeps the place of a reader also loads what was before.
    back: ['actions > scrolling'],
  },
  'src/web/console': {
    folders: [
      ...['text', 'state', 'components', 'charts', 'gate', 'audit', 'overview', 'live', 'failures'],
      ...['providers', 'agents', 'partners', 'usage', 'settings', 'palette'],
    ],
  },
  'src/web/shared': { folders: ['text', 'embed', 'api', 'components', 'markdown'] },
};

type FolderOrders = Readonly<Record<string, FolderOrder>>;

/** Imports that point upwards, pairs that no longer do, and folders without a place or that are gone. */
export function findOrderBreaks(
  paths: readonly string[],
  imports: readonly Import[],
  orders: FolderOrders = folderOrders,
): readonly string[] {
  const layers = new Set([...listParents(paths), ...Object.keys(orders)]);
  return [...layers].flatMap((layer) => {
    const existing = new Set(paths.map((path) => folderIn(layer, path)).filter((folder) => folder !== null));
    const order = orders[layer];
    if (order === undefined)
      return existing.size < 2
        ? []
        : [`${layer} has no order of its folders in scripts/checks/folder-order.ts`];
    const missing = [...existing].filter((folder) => !order.folders.includes(folder));
    return [
      ...missing.map((folder) => `${layer}/${folder} has no place in scripts/checks/folder-order.ts`),
      ...order.folders
        .filter((folder) => !existing.has(folder))
        .map((folder) => `${layer}/${folder} is gone`),
      ...judgeArrows(layer, order, findArrows(layer, imports)),
    ];
  });
}

/** `src/core` and `src/core/turn` of `src/core/turn/process/recovery.ts`. */
function listParents(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [2, 3].map((depth) => path.split('/', depth).join('/')));
}

function judgeArrows(
  layer: string,
  { folders, back = [] }: FolderOrder,
  arrows: readonly Arrow[],
): readonly string[] {
  const upward = arrows.filter(({ from, to }) => folders.indexOf(to) > folders.indexOf(from));
  const pairs = new Set(upward.map(pairOf));
  return [
    ...upward
      .filter((arrow) => !back.includes(pairOf(arrow)))
      .map(
        ({ from, to, found, target }) =>
          `${found.from}:${found.line} imports ${target}: ${layer}/${to} stands above ${layer}/${from}`,
      ),
    ...back
      .filter((pair) => !pairs.has(pair))
      .map((pair) => `${layer}: no import points from ${pair} any more`),
  ];
}

function pairOf({ from, to }: Arrow): string {
  return `${from} > ${to}`;
}
