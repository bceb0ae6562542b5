import { IMPORT_MAX_BYTES } from '@gatehouse/contract/admin/jobs/jobs.ts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'

/** The file in a field of a form. @throws AppError invalid_request */
export async function readUpload(request: FastifyRequest, field: string): Promise<Buffer> {
  const refused = (msg: string, cause?: unknown) => new AppError('invalid_request', { msg, cause })
  if (!request.isMultipart()) throw refused('Choose a file')
  try {
    const file = await request.file({ limits: { fileSize: IMPORT_MAX_BYTES, files: 1 } })
    if (file?.fieldname !== field) throw refused('Choose a file')
    return await file.toBuffer()
  } catch (cause) {
    // The rest of the upload is discarded, so that the connection can be used again.
    request.raw.unpipe()
    request.raw.resume()
    if (cause instanceof AppError) throw cause
    const isTooLarge = (cause as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'
    throw refused(isTooLarge ? 'A file can have at most 5 MB. Import it in parts.' : 'Choose a file', cause)
  }
}
