import { createHash } from 'node:crypto';
import { type Actor, actorName } from '../audit/actor.ts';
import { auditChange } from '../audit/audit.ts';
import type { Client } from '../clients/client.ts';
import { applyBrandChange, type Brand, type BrandChange, type Logo } from './brand.ts';
import type { BrandStore, LogoEncoder } from './brand-store.ts';
import { presentBrand } from './present-brand.ts';

/** Changes the look of a tenant's pages. */
export class BrandManager {
  readonly #store: BrandStore;
  readonly #encoder: LogoEncoder;

  constructor(store: BrandStore, encoder: LogoEncoder) {
    this.#store = store;
    this.#encoder = encoder;
  }

  find(client: Client): Promise<Brand> {
    return this.#store.find(client.id);
  }

  update(actor: Actor, client: Client, change: BrandChange): Promise<Brand> {
    return this.#store.change(client.id, (before) => {
      const brand = applyBrandChange(before, change);
      const what = { clientId: client.id, action: 'brand.update', subject: client.slug } as const;
      return { brand, entry: auditChange(what, actor, membersOf(before), membersOf(brand)) };
    });
  }

  async setLogo(actor: Actor, client: Client, file: Buffer): Promise<Brand> {
    return this.#replaceLogo(actor, client, await this.#encoder.encode(file));
  }

  removeLogo(actor: Actor, client: Client): Promise<Brand> {
    return this.#replaceLogo(actor, client, null);
  }

  #replaceLogo(actor: Actor, client: Client, logo: Logo | null): Promise<Brand> {
    return this.#store.change(client.id, (before) => ({
      brand: { ...before, hasLogo: logo !== null },
      logo,
      entry: {
        clientId: client.id,
        actor: actorName(actor),
        action: 'brand.update_logo',
        subject: client.slug,
        before: { logo: before.hasLogo },
        after: { logo: logo !== null, sha256: logo === null ? null : sha256(logo.bytes) },
      },
    }));
  }
}

/** As the API names them. */
function membersOf(brand: Brand) {
  const { readable_accent: _, ...members } = presentBrand(brand);
  return members;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
