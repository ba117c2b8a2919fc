/** What a client adds to the instructions of an agent, as a prompt has it. */
export interface Guidance {
  readonly version: number;
  readonly text: string;
}

/** The version of a turn that tries the draft. */
export const draftVersion = 0;

/** The additions for one agent, as admissions and prompts use them. */
export interface AgentGuidance {
  readonly draft: string | null;
  /** Null while the agent has its own instructions only. */
  readonly published: Guidance | null;
}

/** Null for a prompt without any. Until there is a draft, trying it is trying what is published. */
export function guidanceOf(additions: AgentGuidance | undefined, usesDraft: boolean): Guidance | null {
  if (additions === undefined) return null;
  const { draft, published } = additions;
  return usesDraft && draft !== null ? { version: draftVersion, text: draft } : published;
}

const none: ReadonlyMap<string, number> = new Map();

/** The version of a prompt to each agent, because admission may be the first to know the agent of a conversation. */
export function guidanceVersions(
  byAgent: ReadonlyMap<string, AgentGuidance>,
  usesDraft: boolean,
): ReadonlyMap<string, number> {
  if (byAgent.size === 0) return none;
  const versions = new Map<string, number>();
  for (const [slug, additions] of byAgent) {
    const guidance = guidanceOf(additions, usesDraft);
    if (guidance !== null) versions.set(slug, guidance.version);
  }
  return versions;
}

export interface GuidanceVersion extends Guidance {
  readonly publishedAt: Date;
  /** As the audit log names authors. */
  readonly publishedBy: string;
}

/** Everything that is stored about the additions for one agent. */
export interface StoredGuidance {
  readonly draft: { readonly text: string; readonly at: Date; readonly by: string } | null;
  /** With the moment and the author of its last publication. */
  readonly published: GuidanceVersion | null;
  /** The last ones, newest first, each with its first publication. */
  readonly versions: readonly GuidanceVersion[];
}

export interface GuidanceStore {
  find(clientId: number, agentSlug: string): Promise<StoredGuidance>;
}

/** Every write needs the lock of the client. */
export interface GuidanceWriter extends GuidanceStore {
  saveDraft(clientId: number, agentSlug: string, text: string, by: string): Promise<void>;
  /** Stores the next version, which is not published by that. */
  addVersion(clientId: number, agentSlug: string, text: string, by: string): Promise<number>;
  /** False where there is no such version. Null publishes none. */
  publish(clientId: number, agentSlug: string, version: number | null, by: string): Promise<boolean>;
}
