import type { Logo } from './brand.ts';

/** A speech bubble, as the path of an SVG of 64 by 64: it stands where a tenant has no logo. */
export const bubblePath =
  'M32 8C17 8 6 17.200 6 29c0 6.800 3.700 12.700 9.500 16.600L13 56l11.600-6.600c2.400' +
  '.5 4.900.7 7.400.7 15 0 26-9.200 26-21.100S47 8 32 8z';

/** `any` is shown as it is; a system cuts its own shape out of `maskable`. */
export interface AppIcon {
  readonly pixels: number;
  readonly purpose: 'any' | 'maskable';
}

/** Draws the icon of an installed chat: the tenant's logo on white, or a speech bubble on its colour. */
export interface AppIconPainter {
  /** A PNG of `pixels` by `pixels`. `accent` is `#rrggbb`. */
  paint(icon: AppIcon, logo: Logo | null, accent: string): Promise<Buffer>;
}
