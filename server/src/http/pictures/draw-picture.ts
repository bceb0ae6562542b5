import type { Upload } from '@gatehouse/contract/uploads.ts'
import sharp from 'sharp'

// Runs in the process that `pictures.ts` starts.

/** Everything else that the library could read stays shut: SVG, PDF, TIFF, files by name (requirement P18). */
const LOADERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer']
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS })
sharp.cache(false)
sharp.concurrency(1)

/** The number of pixels, by the beginning of the file. @throws Error for what is no PNG, JPEG or WebP */
export async function countPixels(file: Uint8Array): Promise<number> {
  const { width, height } = await sharp(file, { limitInputPixels: false }).metadata()
  return width * height
}

/**
 * A picture as stored: re-encoded as a PNG that fits, of the first frame, upright, and without anything else that the
 * file held. Never enlarged.
 *
 * @throws Error for what breaks off within
 */
export const drawPicture = (file: Uint8Array, fit: Upload['fit'], pixelsMax: number): Promise<Buffer> =>
  sharp(file, { limitInputPixels: pixelsMax, pages: 1, failOn: 'error' })
    .autoOrient()
    .resize({ ...fit, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer()
