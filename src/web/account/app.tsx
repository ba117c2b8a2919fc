import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { lazy } from '../shared/components/lazy.tsx';
import { Toast } from '../shared/components/toast.tsx';
import { shareSession } from '../shared/share-session.ts';
import { AccountContext } from './account-context.ts';
import { PageHeader } from './page-header.tsx';
import { SectionLinks } from './section-links.tsx';
import type { Account } from './state/account.ts';
import { leave } from './state/leave.ts';
import { sectionOfAddress } from './state/sections.ts';
import { SubscriptionSection } from './subscription/subscription-section.tsx';
import { withWords } from './text/account-text.ts';
import { words } from './text/words.ts';
import { UsageSection } from './usage/usage-section.tsx';

const sections = {
  usage: UsageSection,
  users: lazy(() => withWords(() => import('./users-section.tsx')).then((part) => part.UsersSection)),
  assistant: lazy(() =>
    withWords(() => import('./assistant/assistant-section.tsx')).then((part) => part.AssistantSection),
  ),
  knowledge: lazy(() =>
    withWords(() => import('./knowledge-section.tsx')).then((part) => part.KnowledgeSection),
  ),
  tools: lazy(() => withWords(() => import('./tools-section.tsx')).then((part) => part.ToolsSection)),
  brand: lazy(() => withWords(() => import('./brand/brand-section.tsx')).then((part) => part.BrandSection)),
  embedding: lazy(() =>
    withWords(() => import('./embedding/embedding-section.tsx')).then((part) => part.EmbeddingSection),
  ),
  webhooks: lazy(() =>
    withWords(() => import('./webhooks-section.tsx')).then((part) => part.WebhooksSection),
  ),
  security: lazy(() =>
    withWords(() => import('./security/security-section.tsx')).then((part) => part.SecuritySection),
  ),
  subscription: SubscriptionSection,
} as const;

export function App({ account }: { readonly account: Account }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = account.section.value;
  const Section = sections[name];
  useEffect(() => shareSession(account.data.user.id, account.data.signOutUrl, leave), [account]);
  useEffect(() => {
    const readAddress = () => {
      account.section.value = sectionOfAddress(location.hash, account.data);
    };
    const follow = () => {
      readAddress();
      heading.current?.focus();
    };
    // A link may have been followed since the page was drawn.
    readAddress();
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [account]);
  useSignalEffect(() => {
    document.title = `${words().sectionNames[account.section.value]} · ${account.data.tenant.name}`;
  });
  return (
    <AccountContext.Provider value={account}>
      <PageHeader />
      <div class="columns">
        <SectionLinks />
        <main>
          <h1 ref={heading} tabIndex={-1}>
            {words().sectionNames[name]}
          </h1>
          <Section key={name} />
        </main>
      </div>
      <Toast />
    </AccountContext.Provider>
  );
}
