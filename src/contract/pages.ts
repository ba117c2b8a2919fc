import type { UserList } from './admin.ts';
import type { Scope, SubscriptionStatus } from './closed-sets.ts';
import type { ConsoleSession } from './console/session.ts';
import type { AiNotice, BrandResource, Embedding, Subscription, TenantUsage } from './hosted.ts';
import type { Language } from './languages/languages.ts';
import type { Conversation, ConversationList, Usage } from './resources.ts';

/** The JSON in a page's `<script type="application/json" id="parley-data">`. */
export type PageData = ChatPageData | AccountPageData | ConsolePageData;

export interface PageTenant {
  readonly slug: string;
  readonly name: string;
  /** The assistant's name: the tenant's, where it has chosen none. */
  readonly assistant: string;
  /** Whether `/brand/logo` is its own. */
  readonly logo: boolean;
  /** Shown above a new conversation; null means the page's own words. */
  readonly greeting: string | null;
  /** Questions suggested in a new conversation. */
  readonly starters: readonly string[];
  /** What is said of the AI; the page's own words in a language without any. */
  readonly aiNotice: AiNotice;
}

export interface PageUser {
  readonly id: string;
  /** How the page names the user: an email address, or the partner's identity. */
  readonly label: string;
  readonly admin: boolean;
  /** Chosen for pages and emails; null until then. */
  readonly language: Language | null;
}

/** Names the person that a page was loaded for: the cookie of its requests may be another person's by now. */
export const pageUserHeader = 'x-parley-user';

export interface PageLimits {
  readonly promptCharacters: number;
  readonly titleCharacters: number;
  readonly commentCharacters: number;
}

/**
 * The data of the chat page, standalone (`page`, with a session cookie) or in a frame (`embed`, with a token that
 * arrives later; user, usage, conversations and conversation are null until then).
 */
export interface ChatPageData {
  readonly page: 'chat';
  readonly mode: 'page' | 'embed';
  /** Origins whose pages may embed the chat in a frame; empty for a standalone page. */
  readonly embedOrigins: readonly string[];
  readonly tenant: PageTenant;
  readonly user: PageUser | null;
  readonly usage: Usage | null;
  /** The first page of the list, followed by what is pinned and older. */
  readonly conversations: ConversationList | null;
  /** The conversation that `/?conversation=<uuid>` opens, with its latest messages. */
  readonly conversation: Conversation | null;
  readonly limits: PageLimits;
  readonly deepDiveEnabled: boolean;
  /** Addresses that only the model wrote are links, too. */
  readonly modelLinks: boolean;
  /** The names of the tenant's agents by slug; null while it has one only, which then needs no name. */
  readonly agents: Readonly<Record<string, string>> | null;
  readonly subscriptionStatus: SubscriptionStatus;
  /** Present for administrators. */
  readonly accountUrl: string | null;
  /** The path for a same-origin POST that ends the session; null when there is no login session. */
  readonly signOutUrl: string | null;
  /** When an administrator (null: the operator) was shown a link to choose this person's password. */
  readonly passwordLink: { readonly by: string | null; readonly at: string } | null;
}

/** What the operator lets a partner do for itself: each has a part of the screen "Assistant". */
export const assistantScopes = ['guidance', 'review', 'keys'] as const satisfies readonly Scope[];
export type AssistantScope = (typeof assistantScopes)[number];

/** Those that have a screen of their own, under the same name. */
export const screenScopes = ['knowledge', 'tools'] as const satisfies readonly Scope[];
export type ScreenScope = (typeof screenScopes)[number];

/** The data of the account page, for administrators of the tenant, whatever its subscription. */
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
  /** Those that the tenant has. */
  readonly assistantScopes: readonly AssistantScope[];
  readonly screenScopes: readonly ScreenScope[];
  /** The agents that it may use: first the one of its pages. */
  readonly agents: readonly { readonly slug: string; readonly name: string }[];
  /** Null while the subscription does not allow chat. */
  readonly chatUrl: string | null;
  readonly signOutUrl: string;
}

/** The data of the operator's console: the same page for every screen, and who is signed in. */
export interface ConsolePageData {
  readonly page: 'console';
  /** Null also for a page that another site opened: such a request has no cookie. */
  readonly session: ConsoleSession | null;
}
