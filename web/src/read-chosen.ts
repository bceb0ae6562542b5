import { ApiError } from './api-error.ts'

/**
 * What is in a chosen file. The browser refuses to read one that was changed on the disk since it was chosen.
 *
 * @throws ApiError with the text for people.
 */
export async function readChosen(file: File): Promise<ArrayBuffer> {
  return file.arrayBuffer().catch((cause: unknown) => {
    throw new ApiError(0, 'This file was changed since you chose it. Choose it again.', null, cause)
  })
}
