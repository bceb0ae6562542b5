import type { Upload } from '@gatehouse/contract/uploads.ts'
import { answerQuestions } from '../../confined-process.ts'
import { countPixels, drawPicture } from './draw-picture.ts'

// The process that `pictures.ts` starts: it looks at one picture after the other.

/** Without `fit` the pixels are only counted. */
export type Ask = { file: Uint8Array; pixelsMax: number; fit?: Upload['fit'] }
export type Answer = { pixels: number } | { picture: Uint8Array } | { error: string }

answerQuestions<Ask>(({ file, fit, pixelsMax }): Promise<Answer> => {
  const work: Promise<Answer> =
    fit === undefined
      ? countPixels(file).then((pixels) => ({ pixels }))
      : drawPicture(file, fit, pixelsMax).then((picture) => ({ picture }))
  return work.catch((error: Error) => ({ error: error.message }))
})
