import type { UserList } from './admin.ts';
import type { BrandResource, Embedding, Subscription, TenantUsage } from './hosted.ts';
import type { Conversation, ConversationList, SubscriptionStatus, Usage } from './resources.ts';

/** What a page's HTML carries as JSON in `<script type="application/json" id="parley-data">`. */
export type PageData = ChatPageData | AccountPageData;

export interface PageTenant {
  readonly slug: string;
  readonly name: string;
  /** Shown where a conversation has not begun; null means the page's own words. */
  readonly greeting: string | null;
  /** Questions offered where a conversation has not begun. */
  readonly starters: readonly string[];
  /** `#rrggbb`, or null for the page's own accent. */
  readonly accent: string | null;
}

export interface PageUser {
  readonly id: string;
  /** What the page calls the user: an email address, or the partner's identity. */
  readonly label: string;
  readonly admin: boolean;
}

export interface PageLimits {
  readonly promptCharacters: number;
  readonly titleCharacters: number;
  readonly commentCharacters: number;
}

/**
 * The chat page, on its own (`page`, with a session cookie) or in a frame (`embed`, with a token that
 * arrives later: then user, usage, conversations and conversation are null).
 */
export interface ChatPageData {
  readonly page: 'chat';
  readonly mode: 'page' | 'embed';
  /** Whose pages may hold the chat in a frame; empty for a page of its own. */
  readonly embedOrigins: readonly string[];
  readonly tenant: PageTenant;
  readonly user: PageUser | null;
  readonly usage: Usage | null;
  /** The first page of the list. */
  readonly conversations: ConversationList | null;
  /** What `/?conversation=<uuid>` opens, with its latest messages. */
  readonly conversation: Conversation | null;
  readonly limits: PageLimits;
  readonly deepDiveEnabled: boolean;
  readonly subscriptionStatus: SubscriptionStatus;
  /** BCP 47; null follows the browser. */
  readonly locale: string | null;
  /** Present for administrators. */
  readonly accountUrl: string | null;
  /** Accepts a same-origin POST; null where there is no login session to end. */
  readonly signOutUrl: string | null;
  /** An administrator (null: the operator) was shown a link for choosing this person's password, at this time. */
  readonly passwordLink: { readonly by: string | null; readonly at: string } | null;
}

/** The account page, for administrators of the tenant, whatever its subscription. */
export interface AccountPageData {
  readonly page: 'account';
  readonly tenant: PageTenant;
  readonly user: PageUser;
  readonly usage: TenantUsage;
  readonly subscription: Subscription;
  readonly brand: BrandResource;
  readonly embedding: Embedding;
  /** The first page of the list. */
  readonly users: UserList;
  /** Null while the subscription does not allow to chat. */
  readonly chatUrl: string | null;
  readonly signOutUrl: string;
}
