import { type Static, Type } from 'typebox';
import { Nullable, open, Timestamp } from '../resources.ts';
import { aboutPerson } from '../shared/personal.ts';

const Members = Nullable(Type.Record(Type.String(), Type.Unknown()));

const emailOfOperator = aboutPerson(
  Nullable(
    Type.String({ description: 'The email address of the operator; null where the author is no operator.' }),
  ),
);

const entryMembers = {
  id: Type.Integer(),
  at: Timestamp,
  actor: Type.String({
    description: '`cli:<system user>@<machine>`, `op:<uuid>`, `key:<client>`, `hu:<uuid>` or `service`',
  }),
  action: Type.String(),
  client: Nullable(Type.String()),
  subject: Type.String(),
  before: Members,
  after: Members,
  actor_email: emailOfOperator,
  subject_email: emailOfOperator,
};

export const AuditEntryResource = aboutPerson(Type.Object(entryMembers, open), 'entry without people');
export type AuditEntryResource = Static<typeof AuditEntryResource>;
