/** The query of the address of a request. It may contain question marks of its own (RFC 3986 §3.4). */
export function queryOf(url = ''): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start + 1)
}
