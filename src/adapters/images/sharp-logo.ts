import type { Logo } from '#core/brand/brand.ts';
import type { LogoEncoder } from '#core/brand/brand-store.ts';
import { errors } from '#core/errors.ts';

const maxPixels = 4_096 * 4_096;
const maxSide = 512;
const maxSeconds = 5;

/** The first bytes of a file in each accepted format. */
const signatures: Readonly<Record<string, (file: Buffer) => boolean>> = {
  png: (file) => file.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  jpeg: (file) => file.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  gif: (file) => /^GIF8[79]a/.test(file.toString('latin1', 0, 6)),
  webp: (file) => /^RIFF....WEBP/s.test(file.toString('latin1', 0, 12)),
};

/**
 * Decodes an upload and re-encodes it as a PNG of at most 512 by 512 pixels. Only the pixels survive, so anything
 * hidden in or behind the image is gone. Only raster formats are opened.
 */
export class SharpLogoEncoder implements LogoEncoder {
  async encode(file: Buffer): Promise<Logo> {
    const format = formatOf(file);
    // Loaded with the first logo, so that a process that never handles one starts sooner.
    const { default: sharp } = await import('sharp');
    try {
      const image = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 });
      if ((await image.metadata()).format !== format)
        throw new Error('The format of the file is not that of its first bytes');
      const bytes = await image
        .autoOrient()
        .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: maxSeconds })
        .png({ compressionLevel: 9 })
        .toBuffer();
      return { bytes, type: 'image/png' };
    } catch {
      const detail = `could not be read as ${format}: it is damaged, or larger than 4096 by 4096 pixels`;
      throw errors.invalidField('', detail, 'image');
    }
  }
}

function formatOf(file: Buffer): string {
  const found = Object.entries(signatures).find(([, fits]) => fits(file));
  if (found !== undefined) return found[0];
  if (/<svg[\s>]/i.test(file.toString('latin1', 0, 4_096))) {
    throw errors.invalidField('', 'is an SVG, which can carry script: send a PNG, JPEG, WebP or GIF', 'svg');
  }
  throw errors.invalidField('', 'must be a PNG, JPEG, WebP or GIF', 'image');
}
