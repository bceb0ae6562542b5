import { mended } from './api.ts'
import { ApiError, bodyOf, unreachable } from './api-error.ts'

/**
 * Saves the file of a GET call, and reports the progress.
 *
 * @throws ApiError with the server's text, or when the transfer breaks off: half a file is never saved.
 */
export async function download(
  path: string,
  query: Record<string, unknown>,
  fileName: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)])
  const { body, type } = await mended(() => open(`${path}?${new URLSearchParams(given)}`))
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = body.getReader()
  let bytes = 0
  while (true) {
    const { done, value } = await reader.read().catch(unreachable)
    if (done) break
    parts.push(value)
    bytes += value.byteLength
    onProgress(bytes)
  }
  save(new Blob(parts, { type }), fileName)
}

async function open(address: string) {
  const response = await fetch(address, { cache: 'no-store' }).catch(unreachable)
  if (response.ok && response.body) return { body: response.body, type: response.headers.get('content-type') ?? '' }
  const { msg, data } = await bodyOf<unknown>(response)
  throw new ApiError(response.status, msg, data)
}

/** Gives a file to the browser to keep. */
export function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
