import type { Logo } from './brand.ts';

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
