import type { ComponentType } from 'preact';
import type { AssistantScope } from '#contract/pages.ts';
import { useAccount } from '../account-context.ts';
import { GuidancePart } from './guidance-part.tsx';
import { OwnKeyPart } from './own-key-part.tsx';
import { RatingsPart } from './ratings-part.tsx';
import { UnansweredPart } from './unanswered-part.tsx';

/** The part of the screen that belongs to each scope, in their order. */
const parts: Readonly<Record<AssistantScope, ComponentType>> = {
  guidance: GuidancePart,
  review: ReviewPart,
  keys: OwnKeyPart,
};

function ReviewPart() {
  return (
    <>
      <RatingsPart />
      <UnansweredPart />
    </>
  );
}

/** What the operator lets the tenant do for itself. */
export function AssistantSection() {
  const { data } = useAccount();
  return data.assistantScopes.map((scope) => {
    const Part = parts[scope];
    return <Part key={scope} />;
  });
}
