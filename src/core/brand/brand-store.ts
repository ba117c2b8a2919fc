import type { NewAuditEntry } from '../audit/audit.ts';
import type { Brand, Logo } from './brand.ts';

/** A change decided on the brand as it is, with its audit entry. `logo` undefined leaves it as it is. */
export interface BrandUpdate {
  readonly brand: Brand;
  readonly logo?: Logo | null;
  readonly entry: NewAuditEntry | null;
}

export interface BrandStore {
  find(clientId: number): Promise<Brand>;
  /** By slug, of enabled tenants only; unknown ones cost as much as known ones. */
  findOfTenant(slug: string): Promise<Brand | null>;
  findLogo(slug: string): Promise<Logo | null>;
  /** In one transaction, no other change beside it. */
  change(clientId: number, decide: (brand: Brand) => BrandUpdate): Promise<Brand>;
}

/** Turns an uploaded file into a small raster image of our own making, or refuses it with a reason. */
export interface LogoEncoder {
  encode(file: Buffer): Promise<Logo>;
}
