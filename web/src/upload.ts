import { CSRF_HEADER, type Envelope, WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { SIGNED_IN_ERRORS } from '@gatehouse/contract/signed-in-errors.ts'
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES, type Upload } from '@gatehouse/contract/uploads.ts'
import { mended } from './api.ts'
import { ApiError, bodyOf, unreachable } from './api-error.ts'
import type { Handshake } from './handshake.ts'
import { readChosen } from './read-chosen.ts'

/**
 * Stores a picture and answers its path. What the server would refuse for its kind or size is not sent at all.
 *
 * @throws ApiError with the text for people.
 */
export async function upload(to: Upload, file: File): Promise<string> {
  if (!UPLOAD_TYPES.some((type) => type === file.type)) throw refusal('picture_invalid')
  if (file.size > UPLOAD_MAX_BYTES) throw refusal('picture_too_large', to.tooLarge)
  return (await sendFile(to.path, to.field, file)).msg
}

/**
 * Sends one file as a form does.
 *
 * @throws ApiError with the text for people.
 */
export async function sendFile(path: string, field: string, file: File): Promise<Envelope<unknown>> {
  const read = new File([await readChosen(file)], file.name, { type: file.type })
  return mended((known) => send(path, field, read, known))
}

async function send(path: string, field: string, file: File, { session }: Handshake): Promise<Envelope<unknown>> {
  const headers = new Headers({ [WEB_CLIENT_HEADER]: 'web' })
  if (session) headers.set(CSRF_HEADER, session.csrfToken)
  const body = new FormData()
  body.set(field, file)
  const response = await fetch(path, { method: 'POST', headers, body, cache: 'no-store' }).catch(unreachable)
  const answer = await bodyOf<unknown>(response)
  if (response.ok) return answer
  throw new ApiError(response.status, answer.msg, answer.data)
}

function refusal(key: 'picture_invalid' | 'picture_too_large', msg: string = SIGNED_IN_ERRORS[key].msg) {
  return new ApiError(SIGNED_IN_ERRORS[key].status, msg)
}
