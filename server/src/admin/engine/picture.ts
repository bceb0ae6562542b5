import type { Upload } from '@gatehouse/contract/uploads.ts'
import { AppError } from '../../errors.ts'
import { pictureTooLarge } from '../../http/upload.ts'

const PIXELS_MAX = 4_000_000
const TIMEOUT_SECONDS = 5

/** Everything else that the library could read stays shut: SVG, PDF, TIFF, files by name (requirement P18). */
const LOADERS = ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer']

/**
 * A picture as stored: re-encoded as a PNG that fits, of the first frame, upright, and without anything else that the
 * file held. Never enlarged.
 *
 * @throws AppError picture_invalid for what breaks off within
 */
export async function redraw(file: Buffer, fit: Upload['fit']): Promise<Buffer> {
  const sharp = await loadSharp()
  const picture = sharp(file, { limitInputPixels: PIXELS_MAX, pages: 1, failOn: 'error' })
  try {
    return await picture
      .autoOrient()
      .resize({ ...fit, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch (cause) {
    throw new AppError('picture_invalid', { cause })
  }
}

/**
 * Looks at the beginning of a file only, which is cheap.
 *
 * @throws AppError picture_invalid for what is no PNG, JPEG or WebP; picture_too_large beyond `PIXELS_MAX`
 */
export async function requireDrawable(file: Buffer, tooLarge?: string): Promise<void> {
  if (!isPicture(file)) throw new AppError('picture_invalid')
  const sharp = await loadSharp()
  const { width, height } = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('picture_invalid', { cause })
    })
  if (width * height > PIXELS_MAX) throw pictureTooLarge(tooLarge)
}

/** By the first bytes: neither the name of a file nor its declared type proves anything. */
function isPicture(file: Buffer): boolean {
  const begin = file.subarray(0, 12).toString('latin1')
  return begin.startsWith('\x89PNG\r\n\x1a\n') || begin.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP/s.test(begin)
}

let loaded: Promise<typeof import('sharp')['default']> | null = null

/** Loaded for the first picture: most servers never see one, and it takes 20 MB. */
function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: LOADERS })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })
  return loaded
}
