import { limits } from '#contract/limits.ts';
import type { GuidanceVersion, GuidanceWriter, StoredGuidance } from '#core/clients/guidance.ts';
import type { Queryable } from '../database/database.ts';

interface VersionRow {
  readonly version: number;
  readonly text: string;
  readonly at: string;
  readonly by: string;
}

interface GuidanceRow {
  readonly draft: Omit<VersionRow, 'version'> | null;
  readonly published: VersionRow | null;
  readonly versions: readonly VersionRow[];
}

/** One statement, so that what is published is among the versions. */
const finding = `select
    case when g.draft is not null
      then jsonb_build_object('text', g.draft, 'at', g.draft_at, 'by', g.draft_by) end as draft,
    (select jsonb_build_object('version', v.version, 'text', v.text, 'at', g.published_at, 'by', g.published_by)
      from guidance_versions v
      where v.client_id = g.client_id and v.agent_slug = g.agent_slug and v.version = g.version) as published,
    (select coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'text', v.text, 'at', v.published_at,
        'by', v.published_by) order by v.version desc), '[]')
      from (select * from guidance_versions v
        where v.client_id = g.client_id and v.agent_slug = g.agent_slug order by v.version desc limit $3) v) as versions
  from guidance g where g.client_id = $1 and g.agent_slug = $2`;

/** What clients add to the instructions of agents. Writes belong inside a transaction that also raises the version. */
export class PostgresGuidanceStore implements GuidanceWriter {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async find(clientId: number, agentSlug: string): Promise<StoredGuidance> {
    const values = [clientId, agentSlug, limits.guidanceVersions];
    const [row] = await this.#database.query<GuidanceRow>(finding, values);
    if (row === undefined) return { draft: null, published: null, versions: [] };
    const { draft, published, versions } = row;
    return {
      draft: draft && { ...draft, at: new Date(draft.at) },
      published: published && versionOf(published),
      versions: versions.map(versionOf),
    };
  }

  async saveDraft(clientId: number, agentSlug: string, text: string, by: string): Promise<void> {
    await this.#database.query(
      `insert into guidance (client_id, agent_slug, draft, draft_at, draft_by) values ($1, $2, $3, now(), $4)
       on conflict (client_id, agent_slug) do update
         set draft = excluded.draft, draft_at = excluded.draft_at, draft_by = excluded.draft_by`,
      [clientId, agentSlug, text, by],
    );
  }

  async addVersion(clientId: number, agentSlug: string, text: string, by: string): Promise<number> {
    const [row] = await this.#database.query<{ version: number }>(
      `insert into guidance_versions (client_id, agent_slug, version, text, published_by)
       select $1, $2, coalesce(max(version), 0) + 1, $3, $4 from guidance_versions
         where client_id = $1 and agent_slug = $2
       returning version`,
      [clientId, agentSlug, text, by],
    );
    if (row === undefined) throw new Error('A version was not stored');
    return row.version;
  }

  async publish(clientId: number, agentSlug: string, version: number | null, by: string): Promise<boolean> {
    const rows = await this.#database.query(
      `update guidance set version = $3, published_at = now(), published_by = $4
       where client_id = $1 and agent_slug = $2 and ($3::integer is null or exists (select from guidance_versions v
         where v.client_id = $1 and v.agent_slug = $2 and v.version = $3))
       returning version`,
      [clientId, agentSlug, version, by],
    );
    return rows.length === 1;
  }
}

function versionOf({ version, text, at, by }: VersionRow): GuidanceVersion {
  return { version, text, publishedAt: new Date(at), publishedBy: by };
}
