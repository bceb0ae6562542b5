import multipart from '@fastify/multipart'
import { UPLOAD_MAX_BYTES, type Upload } from '@gatehouse/contract/uploads.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Caller } from '../identity/actor.ts'
import { authoriseCaller, type Edge } from './route.ts'

/**
 * Reads a form with a file for somebody who may send it. The file takes as long as they like to arrive, so they are judged again when it
 * is read: whoever's session, key or permission has ended meanwhile changes nothing.
 *
 * @throws AppError not_signed_in, not_allowed, csrf_failed
 */
export async function receiveForm<Form>(
  call: Parameters<typeof authoriseCaller>[0],
  edge: Edge,
  request: FastifyRequest,
  read: (sender: Caller) => Promise<Form>,
): Promise<{ actor: Caller; form: Form }> {
  const form = await read(await authoriseCaller(call, edge, request))
  return { actor: await authoriseCaller(call, edge, request), form }
}

/** A form with one file and few other fields (requirement P18). */
const LIMITS = {
  files: 1,
  fileSize: UPLOAD_MAX_BYTES,
  fields: 5,
  fieldNameSize: 100,
  fieldSize: 1024,
  parts: 6,
  headerPairs: 50,
}
const BODY_MAX_BYTES = UPLOAD_MAX_BYTES + 64 * 1024

/** Accepts multipart bodies for the routes of `app`. Nothing is written to disk. */
export async function acceptFiles(app: FastifyInstance) {
  await app.register(multipart, { limits: LIMITS })
}

export type UploadCall = {
  actor: Caller
  request: FastifyRequest
  /**
   * Reads the bytes of the file; nothing is read before. The sender is judged again when they are there.
   *
   * @throws AppError picture_invalid, picture_too_large, not_signed_in, not_allowed, csrf_failed
   */
  readFile: () => Promise<Buffer>
}

/**
 * Serves one upload of the contract: checks access as `route` does; `handle` returns the path of the stored file.
 *
 * @throws AppError not_signed_in, not_allowed, csrf_failed
 */
export function upload(app: FastifyInstance, definition: Upload, handle: (call: UploadCall) => Promise<string>) {
  const { edge } = app
  edge.served.add(definition)
  app.post(definition.path, async (request) => {
    const actor = await authoriseCaller(definition, edge, request)
    const read = async () => {
      const file = await readFile(request, definition)
      await authoriseCaller(definition, edge, request)
      return file
    }
    const msg = await handle({ actor, request, readFile: read })
    return { code: 200, msg, data: {} }
  })
}

/** The one file of a form; several files, or one in another field, are refused like a missing one. */
async function readFile(request: FastifyRequest, { field, tooLarge }: Upload): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('picture_invalid')
  if (Number(request.headers['content-length'] ?? 0) > BODY_MAX_BYTES) throw pictureTooLarge(tooLarge)
  let file: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (part.fieldname !== field) throw new Error('a file in another field')
      file = await part.toBuffer()
    }
  } catch (cause) {
    // Discards the rest: the connection can be used again only after the whole body has arrived.
    request.raw.unpipe()
    request.raw.resume()
    const isTooLarge = (cause as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE'
    throw isTooLarge ? pictureTooLarge(tooLarge, cause) : new AppError('picture_invalid', { cause })
  }
  if (file === null) throw new AppError('picture_invalid')
  return file
}

/** @param msg what the upload says instead of the sizes of logos */
export const pictureTooLarge = (msg: string | undefined, cause?: unknown): AppError =>
  new AppError('picture_too_large', { ...(msg !== undefined && { msg }), cause })
