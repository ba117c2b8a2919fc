import type { FastifyInstance } from 'fastify';
import type { AppIcon, AppIconPainter } from '#core/brand/app-icon.ts';
import type { BrandStore } from '#core/brand/brand-store.ts';
import { ground } from '../pages/ground.ts';
import { addGetRoute } from '../routing/route.ts';
import { imageHeaders } from '../server/security-headers.ts';
import { tenantOf } from '../session/session-authentication.ts';
import { sendCacheable } from './brand.ts';

export interface InstallServices {
  readonly brands: BrandStore;
  readonly appIcons: AppIconPainter;
}

export const manifestPath = '/brand/manifest.webmanifest';
export const touchIconPath = '/brand/icon-192.png';

const icons: Readonly<Record<string, AppIcon>> = {
  [touchIconPath]: { pixels: 192, purpose: 'any' },
  '/brand/icon-512.png': { pixels: 512, purpose: 'any' },
  '/brand/icon-maskable-512.png': { pixels: 512, purpose: 'maskable' },
};

const plainAccent = '#3f5f52';

/** What a browser needs to install a tenant's chat as an app: a manifest, and icons of the tenant's logo. */
export function addInstallRoutes(
  app: FastifyInstance,
  prefix: string,
  { brands, appIcons }: InstallServices,
): void {
  addGetRoute(app, prefix + manifestPath, async (request, reply) => {
    const { name, slug } = tenantOf(request);
    const accent = (await brands.findOfTenant(slug))?.accent ?? plainAccent;
    const manifest = Buffer.from(JSON.stringify(manifestOf(name, accent)));
    return sendCacheable(request, reply, 'application/manifest+json; charset=utf-8', manifest);
  });
  for (const [path, icon] of Object.entries(icons)) {
    addGetRoute(app, prefix + path, async (request, reply) => {
      const { slug } = tenantOf(request);
      const [logo, brand] = await Promise.all([brands.findLogo(slug), brands.findOfTenant(slug)]);
      const image = await appIcons.paint(icon, logo, brand?.accent ?? plainAccent);
      return sendCacheable(request, reply.headers(imageHeaders), 'image/png', image);
    });
  }
}

function manifestOf(name: string, accent: string) {
  return {
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: ground.light,
    theme_color: accent,
    icons: Object.entries(icons).map(([src, { pixels, purpose }]) => ({
      src,
      sizes: `${pixels}x${pixels}`,
      type: 'image/png',
      purpose,
    })),
  };
}
