import { unzipSync, zipSync } from 'fflate';
import mammoth from 'mammoth';
import { type FileText, Unreadable } from './block-list.ts';
import { readMarkup } from './read-html.ts';

/** The markup of the document, of its styles and of its notes. Pictures are left out. */
const neededPart = /\.(?:xml|rels)$/;
const mostBytes = 32 * 1024 * 1024;

/** Documents of Office that are protected by a password are no archives but files of this older kind. */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');

const withoutPictures = mammoth.images.imgElement(() => Promise.resolve({ src: '' }));

export async function readDocx(bytes: Uint8Array): Promise<FileText> {
  if (compoundFile.equals(bytes.subarray(0, compoundFile.length)))
    throw new Unreadable(Buffer.from(bytes).includes(encryptedPart) ? 'encrypted' : 'damaged');
  const { value } = await mammoth.convertToHtml(
    { buffer: repack(bytes) },
    {
      convertImage: withoutPictures,
      includeEmbeddedStyleMap: false,
      styleMap: ["p[style-name='Title'] => h1:fresh"],
    },
  );
  return readMarkup(value);
}

/**
 * The same archive without compression: each part is unpacked here, into as many bytes as it says that it has, so that
 * a part that says too little cannot grow in the reader.
 */
function repack(bytes: Uint8Array): Buffer {
  let size = 0;
  const parts = unzipSync(bytes, {
    filter(part) {
      if (!neededPart.test(part.name)) return false;
      size += Math.max(part.size, part.originalSize);
      if (size > mostBytes) throw new Unreadable('too_long');
      return true;
    },
  });
  return Buffer.from(zipSync(parts, { level: 0 }));
}
