import assert from 'node:assert/strict';
import { Compile } from 'typebox/compile';
import { FeedbackList } from '#contract/people/feedback.ts';
import type { Rating } from '#contract/resources.ts';
import type { FormBrowser, Page } from '../browser/form-browser.ts';
import type { Hosted, Tenant } from '../world/hosted.ts';
import { Partner } from '../world/partner.ts';

const schema = Compile(FeedbackList);

/** A rated answer, and whose it is. */
export interface RatedTurn {
  readonly conversation: string;
  readonly message: string;
  readonly text: string;
  readonly context: object;
}

interface Question {
  readonly user?: string;
  readonly comment?: string;
  readonly prompt?: string;
}

/** A tenant whose people rate answers, with its key and an administrator, who read that. */
export class RatingsWorld {
  readonly hosted: Hosted;
  readonly tenant: Tenant;
  readonly partner: Partner;
  readonly #admin: FormBrowser;
  /** The administrator, as the audit log names people. */
  readonly adminId: string;

  private constructor(hosted: Hosted, tenant: Tenant, admin: FormBrowser, adminId: string) {
    this.hosted = hosted;
    this.tenant = tenant;
    this.partner = new Partner(hosted.api, tenant.client, tenant.key);
    this.#admin = admin;
    this.adminId = adminId;
  }

  static async begin(hosted: Hosted, scopes: readonly string[] = ['chat', 'review', 'user-data']) {
    const tenant = await hosted.tenant({ scopes });
    const { browser, user } = await tenant.visitor({ admin: true });
    return new RatingsWorld(hosted, tenant, browser, `hu:${user.id}`);
  }

  /** A question that was answered and rated. */
  async rated(rating: Rating, { user = 'user-1', comment, ...body }: Question = {}): Promise<RatedTurn> {
    const context = { external_user_id: user };
    const { status, headers, text } = await this.partner.send({ ...body, context });
    assert.equal(status, 200, text);
    const [conversation = '', message = ''] = ['x-conversation-id', 'x-message-id'].map((name) =>
      headers.get(name),
    );
    const turn = { conversation, message, text, context };
    await this.rate(turn, rating, comment);
    return turn;
  }

  async rate({ conversation, message, context }: RatedTurn, rating: Rating | null, comment?: string) {
    const body = { rating, message_uuid: message, comment, ...context };
    const saved = await this.partner.post(`/conversations/${conversation}/feedback`, body);
    assert.equal(saved.status, 200, saved.text);
  }

  /** What the key reads. */
  async page(query = ''): Promise<FeedbackList> {
    const { status, text } = await this.partner.get(`/feedback${query}`);
    assert.equal(status, 200, text);
    const body: unknown = JSON.parse(text);
    assert.ok(schema.Check(body), text);
    return body;
  }

  async messagesIn(query = ''): Promise<readonly string[]> {
    return (await this.page(query)).data.map(({ message_uuid: uuid }) => uuid);
  }

  /** What the administrator reads. */
  byAdmin(query = ''): Promise<Page> {
    return this.#admin.visit(this.tenant.url(`/account/api/feedback${query}`));
  }

  setPrivate(isPrivate: unknown): Promise<Page> {
    const address = this.tenant.url('/account/api/privacy');
    return this.#admin.sendJson(address, 'PATCH', { conversations_private: isPrivate });
  }

  auditLog(): Promise<Page> {
    return this.#admin.visit(this.tenant.url('/account/api/security/audit'));
  }

  /** The readers of ratings, each with how many. */
  async readsInLog(): Promise<readonly (readonly [actor: string, answers: number])[]> {
    const rows = await this.hosted.api.database.query<{ actor: string; answers: number }>(
      `select actor, (after ->> 'answers')::int as answers from audit_log
       where client_id = $1 and action = 'feedback.read' order by id`,
      [this.tenant.client.id],
    );
    return rows.map(({ actor, answers }) => [actor, answers]);
  }
}
