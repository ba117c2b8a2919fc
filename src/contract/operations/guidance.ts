import { rolesOf } from '../console/roles.ts';
import { GuidanceAnswer, GuidanceDraft, GuidancePublication } from '../partners/guidance.ts';
import { noQuery } from '../request-parts.ts';
import type { ClientOperation } from './client-operation.ts';

const row = {
  channels: {
    api: 'guidance',
    account: 'guidance',
    admin: 'admin:clients',
    console: rolesOf.operators,
    cli: true,
  },
  fresh: false,
  query: noQuery,
  body: null,
  answers: { 200: GuidanceAnswer },
} as const;
const path = '/agents/:agent/guidance';

/** What a client adds to the instructions of an agent. */
export const guidanceOperations = {
  getGuidance: {
    ...row,
    channels: { ...row.channels, console: rolesOf.everyone },
    operatorName: 'getClientGuidance',
    audit: null,
    summary: 'The client’s own instructions for an agent: the draft, what is published, and the versions',
    description:
      'They follow the operator’s in every prompt of the client to the agent. The operator’s are never shown.',
    method: 'GET',
    path,
    errors: ['agent_not_allowed'],
  },
  updateGuidance: {
    ...row,
    operatorName: 'updateClientGuidance',
    audit: 'guidance.update',
    summary: 'Write the draft',
    description:
      'No answer changes until it is published. `options.guidance: "draft"` of a question tries it.',
    method: 'PUT',
    path,
    body: GuidanceDraft,
    errors: ['agent_not_allowed'],
  },
  publishGuidance: {
    ...row,
    operatorName: 'publishClientGuidance',
    audit: 'guidance.publish',
    summary: 'Publish the draft as the next version, or an earlier version again',
    description:
      'From the next prompt on, in every process. The draft stays, so publishing it twice changes nothing; an empty one publishes none. `guidance_version` of ended turns, exports and ratings names the version that a prompt had: 0 is the draft, null none.',
    method: 'POST',
    path: `${path}/publish`,
    body: GuidancePublication,
    bodyOptional: true,
    errors: ['agent_not_allowed', 'version_not_found'],
  },
} as const satisfies Record<string, ClientOperation>;
