import { createHash } from 'node:crypto';
import { type AppIcon, type AppIconPainter, bubblePath } from '#core/brand/app-icon.ts';
import type { Logo } from '#core/brand/brand.ts';

/** How much of the width the logo takes. A mask may cut away what is outside the middle 80 %. */
const shares: Readonly<Record<AppIcon['purpose'], number>> = { any: 0.84, maskable: 0.62 };

const keptIcons = 60;

const bubble = `<path fill="#fff" d="${bubblePath}"/>`;

/** Paints icons with sharp, and keeps the latest ones: any visitor can request them. */
export class SharpAppIconPainter implements AppIconPainter {
  readonly #kept = new Map<string, Promise<Buffer>>();

  paint(icon: AppIcon, logo: Logo | null, accent: string): Promise<Buffer> {
    const content = logo === null ? accent : createHash('sha256').update(logo.bytes).digest('base64url');
    const key = `${icon.pixels} ${icon.purpose} ${content}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const painted = logo === null ? paintBubble(icon, accent) : paintLogo(icon, logo);
    this.#keep(key, painted);
    return painted;
  }

  #keep(key: string, painted: Promise<Buffer>): void {
    this.#kept.set(key, painted);
    painted.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > keptIcons && oldest !== undefined) this.#kept.delete(oldest);
  }
}

async function paintLogo({ pixels, purpose }: AppIcon, logo: Logo): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const side = Math.round(pixels * shares[purpose]);
  const input = await sharp(logo.bytes).resize({ width: side, height: side, fit: 'inside' }).png().toBuffer();
  return sharp(shapeOf(pixels, purpose, '#fff', ''))
    .composite([{ input }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

async function paintBubble({ pixels, purpose }: AppIcon, accent: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(shapeOf(pixels, purpose, accent, bubble))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** A square that a mask may cut, or one with round corners of its own. */
function shapeOf(pixels: number, purpose: AppIcon['purpose'], fill: string, inner: string): Buffer {
  const radius = purpose === 'maskable' ? 0 : 14;
  const scale = shares[purpose] * 0.86;
  const offset = 32 * (1 - scale);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="${pixels}" height="${pixels}">` +
      `<rect width="64" height="64" rx="${radius}" fill="${fill}"/>` +
      `<g transform="translate(${offset} ${offset}) scale(${scale})">${inner}</g></svg>`,
  );
}
