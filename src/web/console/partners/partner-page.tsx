import type { ClientOverview } from '#contract/console/screens.ts';
import { ReadState } from '../../administration/components/read-state.tsx';
import { type Reading, useRead } from '../../administration/state/use-read.ts';
import { lazy } from '../../shared/components/lazy.tsx';
import { NotFound } from '../components/not-found.tsx';
import { Screen } from '../components/screen.tsx';
import { Tabs } from '../components/tabs.tsx';
import { useConsole } from '../console-context.ts';
import { call } from '../state/call.ts';
import { addressOf } from '../state/route.ts';
import { AgentsTab } from './agents-tab.tsx';
import { EmbeddingTab } from './embedding-tab.tsx';
import { KeyTab } from './key/key-tab.tsx';
import { LimitsTab } from './limits/limits-tab.tsx';
import { PartnerStatus } from './partner-status.tsx';
import { partnerWords as text } from './partner-words.ts';
import type { TabProps } from './tab-props.ts';
import { TodayTab } from './today-tab.tsx';

const tabs = {
  today: TodayTab,
  limits: LimitsTab,
  key: KeyTab,
  agents: AgentsTab,
  guidance: lazy<TabProps>(() => import('./guidance-tab.tsx').then((part) => part.GuidanceTab)),
  knowledge: lazy<TabProps>(() => import('./knowledge-tab.tsx').then((part) => part.KnowledgeTab)),
  tools: lazy<TabProps>(() => import('./tools-tab.tsx').then((part) => part.ToolsTab)),
  users: lazy<TabProps>(() => import('./users-tab.tsx').then((part) => part.UsersTab)),
  embedding: EmbeddingTab,
  webhooks: lazy<TabProps>(() => import('./webhooks-tab.tsx').then((part) => part.WebhooksTab)),
  audit: lazy<TabProps>(() => import('./audit-tab.tsx').then((part) => part.AuditTab)),
} as const;

type TabName = keyof typeof tabs;

export function PartnerPage({ slug }: { readonly slug: string }) {
  const { route } = useConsole();
  const tab = tabOf(route.value.filters['tab']);
  const reading = useRead(call('getClientOverview', { params: { slug } }), { everySeconds: 30 });
  const client = reading.data?.client;
  if (reading.isMissing) {
    return (
      <NotFound
        title={text.missing}
        body={text.missingBody(slug)}
        href={addressOf('partners')}
        list={text.allPartners}
      />
    );
  }
  return (
    <Screen
      title={client?.name ?? slug}
      note={
        <>
          <a href={addressOf('partners')}>{text.allPartners}</a> · <code>{slug}</code>{' '}
          {client && <PartnerStatus client={client} />}
        </>
      }
      tools={
        client?.enabled && (
          <a class="button small" href={client.tenant_url} target="_blank" rel="noreferrer">
            {text.openTenant}
          </a>
        )
      }
    >
      <Tabs
        label={text.tabList}
        names={text.tabs}
        current={tab}
        addressOf={(name) => addressOf('partners', slug, name === 'today' ? {} : { tab: name })}
      />
      <PartnerTab key={tab} tab={tab} reading={reading} />
    </Screen>
  );
}

interface PartnerTabProps {
  readonly tab: TabName;
  readonly reading: Reading<ClientOverview>;
}

function PartnerTab({ tab, reading }: PartnerTabProps) {
  const { data, refresh } = reading;
  const Tab = tabs[tab];
  return (
    <>
      <ReadState {...reading} />
      {data && <Tab overview={data} refresh={refresh} />}
    </>
  );
}

function tabOf(name: string | undefined): TabName {
  return name !== undefined && isTab(name) ? name : 'today';
}

function isTab(name: string): name is TabName {
  return Object.hasOwn(tabs, name);
}
