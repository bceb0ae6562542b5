import { ApiError, unreachable } from './api-error.ts'

/**
 * Saves the answer of a GET call that sends a file, and tells how much has come.
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
  const response = await fetch(`${path}?${new URLSearchParams(given)}`, { cache: 'no-store' }).catch(unreachable)
  if (!response.ok || !response.body) {
    const answer = await response.json().catch(unreachable)
    throw new ApiError(response.status, String(answer.msg), answer.data)
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = response.body.getReader()
  let bytes = 0
  while (true) {
    const { done, value } = await reader.read().catch(unreachable)
    if (done) break
    parts.push(value)
    bytes += value.byteLength
    onProgress(bytes)
  }
  save(new Blob(parts, { type: response.headers.get('content-type') ?? '' }), fileName)
}

function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
