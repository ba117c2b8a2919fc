import type { HostedUserResource } from '#contract/admin.ts';
import type { Language } from '#contract/languages/languages.ts';
import { reservedIdentityPrefix } from '#contract/limits.ts';
import { isUuid } from '../shared/new-id.ts';

/** A person who signs in at a tenant with email and password. */
export interface HostedUser {
  /** UUID; conversations know the user as `hu:<id>`. */
  readonly id: string;
  readonly email: string;
  readonly admin: boolean;
  readonly enabled: boolean;
  readonly mustChangePassword: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date | null;
  /** Chosen by the person for pages and emails; null until then. */
  readonly language: Language | null;
  /** The language of the person who invited this one; emails follow it until the person has chosen. */
  readonly invitedLanguage: Language | null;
  /** The last password link that was shown to an administrator, with the actor as named in the audit log. */
  readonly linkIssued: { readonly by: string; readonly at: Date } | null;
}

export interface NewHostedUser {
  readonly id: string;
  readonly email: string;
  readonly admin: boolean;
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
  readonly invitedLanguage: Language | null;
}

/** One user, by id or email. */
export type HostedUserKey = { readonly id: string } | { readonly email: string };

export interface HostedUserStore {
  find(clientId: number, key: HostedUserKey): Promise<HostedUser | null>;
  /** Ordered by email: all, or the first `limit` after the email `after`, of those whose email contains `part`. */
  list(
    clientId: number,
    after?: string | null,
    limit?: number | null,
    part?: string | null,
  ): Promise<HostedUser[]>;
}

/** The people to inform of what concerns a whole tenant. */
export interface TenantAdministrators {
  readonly tenant: string;
  readonly administrators: readonly TenantAdministrator[];
}

/** `language` is the person's last choice, else the one of the invitation; null: neither is known. */
export interface TenantAdministrator {
  readonly email: string;
  readonly language: Language | null;
}

export interface AdministratorStore {
  /** Those who are enabled, by email. */
  administratorsOf(clientId: number): Promise<TenantAdministrators>;
}

/** What a person changes about itself. */
export interface LanguageWriter {
  setLanguage(clientId: number, id: string, language: Language): Promise<void>;
  /** The same at a sign-in, where tenant and email say who it is. */
  setLanguageOf(slug: string, email: string, language: Language): Promise<void>;
}

export interface HostedUserWriter extends HostedUserStore {
  /** False when the client has a user with that email. */
  insert(clientId: number, user: NewHostedUser): Promise<boolean>;
  save(clientId: number, user: Pick<HostedUser, 'id' | 'admin' | 'enabled'>): Promise<void>;
  noteLink(clientId: number, id: string, by: string): Promise<void>;
  setPassword(clientId: number, id: string, passwordHash: string, mustChange: boolean): Promise<void>;
  /** With the user's sessions and codes. */
  delete(clientId: number, id: string): Promise<void>;
}

/** The identity under which the user owns conversations. */
export function hostedUserIdentity(id: string): string {
  return `${reservedIdentityPrefix}${id}`;
}

/** The id in `hu:<uuid>`, or null when the text has another form. */
export function parseHostedUserIdentity(identity: string): string | null {
  if (!identity.startsWith(reservedIdentityPrefix)) return null;
  const id = identity.slice(reservedIdentityPrefix.length).toLowerCase();
  return isUuid(id) ? id : null;
}

export function presentHostedUser(user: HostedUser): HostedUserResource {
  return {
    id: hostedUserIdentity(user.id),
    email: user.email,
    admin: user.admin,
    enabled: user.enabled,
    created_at: user.createdAt.toISOString(),
    last_seen_at: user.lastSeenAt?.toISOString() ?? null,
  };
}
