import { type Signal, signal } from '@preact/signals';
import { createRequest } from '#client/request.ts';
import type { HostedUserResource } from '#contract/admin.ts';
import type { BrandResource, Embedding, TenantUsage } from '#contract/hosted.ts';
import type { AccountPageData } from '#contract/pages.ts';
import { type AccountClient, createAccountClient } from './account-client.ts';
import { type SectionName, sectionOfAddress } from './sections.ts';

/** The state of the page. */
export interface Account {
  readonly data: AccountPageData;
  readonly client: AccountClient;
  readonly section: Signal<SectionName>;
  readonly usage: Signal<TenantUsage>;
  /** Those that were read, by whom changes and questions are named. */
  readonly users: Signal<readonly HostedUserResource[]>;
  /** Identities of people who may not send; null until they are read. */
  readonly blocked: Signal<ReadonlySet<string> | null>;
  readonly brand: Signal<BrandResource>;
  readonly embedding: Signal<Embedding>;
}

export function createAccount(data: AccountPageData): Account {
  return {
    data,
    client: createAccountClient(createRequest(null, data.user.id)),
    section: signal(sectionOfAddress(location.hash, data)),
    usage: signal(data.usage),
    users: signal(data.users.data),
    blocked: signal(null),
    brand: signal(data.brand),
    embedding: signal(data.embedding),
  };
}
