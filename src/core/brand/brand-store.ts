import type { NewAuditEntry } from '../audit/audit.ts';
import type { Brand, Logo } from './brand.ts';

/** A change decided on the current brand, with its audit entry. An undefined `logo` leaves the logo unchanged. */
export interface BrandUpdate {
  readonly brand: Brand;
  readonly logo?: Logo | null;
  readonly entry: NewAuditEntry | null;
}

export interface BrandStore {
  find(clientId: number): Promise<Brand>;
  /** Finds the brand of an enabled tenant by slug; unknown slugs cost as much as known ones. */
  findOfTenant(slug: string): Promise<Brand | null>;
  findLogo(slug: string): Promise<Logo | null>;
  /** Runs in one transaction that excludes other changes. */
  change(clientId: number, decide: (brand: Brand) => BrandUpdate): Promise<Brand>;
}

/** Turns an uploaded file into a small raster image of our own encoding, or refuses it with a reason. */
export interface LogoEncoder {
  encode(file: Buffer): Promise<Logo>;
}
