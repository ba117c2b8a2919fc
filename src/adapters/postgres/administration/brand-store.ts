import { type Brand, type Logo, plainBrand } from '#core/brand/brand.ts';
import type { BrandStore, BrandUpdate } from '#core/brand/brand-store.ts';
import type { Database, Queryable } from '../database/database.ts';
import { appendAuditEntry } from './audit-store.ts';

interface BrandRow {
  assistant_name: string | null;
  accent: string | null;
  radius: Brand['radius'];
  font: Brand['font'];
  density: Brand['density'];
  greeting: string | null;
  starters: string[];
  ai_notice: Brand['aiNotice'];
  has_logo: boolean;
}

const columns =
  'b.assistant_name, b.accent, b.radius, b.font, b.density, b.greeting, b.starters, b.ai_notice, b.logo is not null as has_logo';

/** Stores the brand of each tenant's pages. */
export class PostgresBrandStore implements BrandStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(clientId: number): Promise<Brand> {
    return (await readBrand(this.#database, 'b.client_id = $1', clientId)) ?? plainBrand;
  }

  findOfTenant(slug: string): Promise<Brand | null> {
    return readBrand(
      this.#database,
      'b.client_id = (select id from clients where slug = $1 and enabled)',
      slug,
    );
  }

  async findLogo(slug: string): Promise<Logo | null> {
    const [row] = await this.#database.query<{ logo: Buffer }>(
      `select b.logo from clients c join brands b on b.client_id = c.id
       where c.slug = $1 and c.enabled and b.logo is not null`,
      [slug],
    );
    return row === undefined ? null : { bytes: row.logo, type: 'image/png' };
  }

  async change(clientId: number, decide: (brand: Brand) => BrandUpdate): Promise<Brand> {
    return this.#database.transaction(async (transaction) => {
      await transaction.query('insert into brands (client_id) values ($1) on conflict do nothing', [
        clientId,
      ]);
      const before = await readBrand(transaction, 'b.client_id = $1 for update', clientId);
      const { brand, logo, entry } = decide(before ?? plainBrand);
      await transaction.query(
        `update brands set accent = $2, greeting = $3, starters = $4, assistant_name = $5, radius = $6, font = $7,
           density = $8, ai_notice = $9, updated_at = now() where client_id = $1`,
        [
          clientId,
          brand.accent,
          brand.greeting,
          brand.starters,
          brand.assistantName,
          brand.radius,
          brand.font,
          brand.density,
          JSON.stringify(brand.aiNotice),
        ],
      );
      if (logo !== undefined) {
        await transaction.query('update brands set logo = $2, logo_type = $3 where client_id = $1', [
          clientId,
          logo?.bytes ?? null,
          logo?.type ?? null,
        ]);
      }
      if (entry !== null) await appendAuditEntry(transaction, entry);
      return brand;
    });
  }
}

async function readBrand(
  database: Queryable,
  condition: string,
  value: number | string,
): Promise<Brand | null> {
  const [row] = await database.query<BrandRow>(`select ${columns} from brands b where ${condition}`, [value]);
  if (row === undefined) return null;
  const { has_logo: hasLogo, assistant_name: assistantName, ai_notice: aiNotice, ...brand } = row;
  return { ...brand, assistantName, aiNotice, hasLogo };
}
