import type { Upload } from '@gatehouse/contract/uploads.ts'
import { makeConfinedPool } from '../../confined-pool.ts'
import { AppError } from '../../errors.ts'
import { sourceFile } from '../../places.ts'
import { pictureTooLarge } from '../upload.ts'
import type { Answer, Ask } from './picture-worker.ts'

const PIXELS_MAX = 4_000_000
/** So many pictures of one person are drawn or wait; nobody else waits for more. */
const OF_ONE_PERSON = 2

export type Pictures = {
  /**
   * Draws a picture anew.
   *
   * @param isWanted asked once the file is known to be a picture of a size that is drawn
   * @throws AppError picture_invalid for what is no PNG, JPEG or WebP, or breaks off within; picture_too_large beyond
   *   `PIXELS_MAX`; busy, also while two of the person are drawn; what `isWanted` throws
   */
  draw: (personId: string, file: Buffer, wanted: Wanted, isWanted: () => Promise<unknown>) => Promise<Buffer>
  close: () => Promise<void>
}

type Wanted = Pick<Upload, 'fit' | 'tooLarge'>

/**
 * Pictures are decoded one after the other in a process of its own: a file of some kilobytes can take a hundred megabytes and
 * a second, and the threads of this process are needed to check passwords. Its memory ends with it.
 */
export function makePictures(): Pictures {
  const pool = makeConfinedPool<Ask, Answer>(
    sourceFile('http/pictures/picture-worker.ts'),
    { processes: 1, waiting: 20, startMs: 20_000, taskMs: 10_000, memoryMb: 64, idleMs: 10_000 },
    (cause) => new AppError('busy', { cause }),
  )
  const running = new Map<string, number>()

  async function ask<Kind extends Answer>(question: Ask): Promise<Exclude<Kind, { error: string }>> {
    const answer = await pool.ask(question)
    if ('error' in answer) throw new AppError('picture_invalid', { cause: answer.error })
    return answer as Exclude<Kind, { error: string }>
  }
  async function draw(file: Buffer, { fit, tooLarge }: Wanted, isWanted: () => Promise<unknown>): Promise<Buffer> {
    if (!isPicture(file)) throw new AppError('picture_invalid')
    const { pixels } = await ask<{ pixels: number }>({ file, pixelsMax: PIXELS_MAX })
    if (pixels > PIXELS_MAX) throw pictureTooLarge(tooLarge)
    await isWanted()
    const { picture } = await ask<{ picture: Uint8Array }>({ file, fit, pixelsMax: PIXELS_MAX })
    return Buffer.from(picture)
  }
  return {
    draw: async (personId, file, wanted, isWanted) => {
      const before = running.get(personId) ?? 0
      if (before >= OF_ONE_PERSON) throw new AppError('busy')
      running.set(personId, before + 1)
      try {
        return await draw(file, wanted, isWanted)
      } finally {
        const left = (running.get(personId) ?? 1) - 1
        if (left === 0) running.delete(personId)
        else running.set(personId, left)
      }
    },
    close: pool.close,
  }
}

/** By the first bytes: neither the name of a file nor its declared type proves anything. */
function isPicture(file: Buffer): boolean {
  const begin = file.subarray(0, 12).toString('latin1')
  return begin.startsWith('\x89PNG\r\n\x1a\n') || begin.startsWith('\xff\xd8\xff') || /^RIFF.{4}WEBP/s.test(begin)
}
