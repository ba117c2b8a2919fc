import type { ComponentChildren } from 'preact';
import type { Call } from '#client/call.ts';
import type { HostedUserResource, UserLinkAnswer } from '#contract/admin.ts';
import type { users } from '#locales/en/account/users.ts';
import type { TenantCall } from '../state/tenant-call.ts';

/** English is the model: what it has, each other language and the console must have. */
export type UserWords = typeof users;

export interface Invitation {
  readonly email: string;
  readonly admin: boolean;
  /** False where the reader would rather pass the link on. */
  readonly send_mail: boolean;
}

/** What the reader may do. The service decides again. */
export interface UserRights {
  readonly change: boolean;
  /** Make administrators, and reset their passwords. */
  readonly administrators: boolean;
}

export interface UsersProps {
  readonly call: TenantCall;
  readonly text: UserWords;
  readonly title: string;
  readonly linkTitle: (email: string) => string;
  readonly invite: (invitation: Invitation) => Call<UserLinkAnswer>;
  /** Whether the service lets the reader choose that no email is sent. */
  readonly choosesMail: boolean;
  readonly rights: UserRights;
  /** The reader, who cannot change themselves; null: the reader is none of these people. */
  readonly ownId: string | null;
  /** What else the page does about a person; `onGone` is called when the person has left the list. */
  readonly more: (user: HostedUserResource, onGone: () => void) => ComponentChildren;
  readonly onRead?: (users: readonly HostedUserResource[]) => void;
}

/** One person, and what is done when the person is sent a link. */
export interface UserProps extends UsersProps {
  readonly user: HostedUserResource;
  readonly onSent: (answer: UserLinkAnswer) => void;
}
