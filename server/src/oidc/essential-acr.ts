/**
 * The authentication levels (`acr`) that a request requires (OpenID Connect Core §5.5.1.1), or `null` when it requires
 * none. `acr_values` is only a preference.
 *
 * @throws TypeError when the request does not contain a list of names
 */
export function essentialAcrs(claims: unknown): string[] | null {
  if (typeof claims !== 'string') return null
  const { essential, value, values = value === undefined ? undefined : [value] } = ofIdToken(claims, 'acr')
  if (essential !== true || values === undefined) return null
  if (!Array.isArray(values) || values.some((one) => typeof one !== 'string'))
    throw new TypeError('the values of acr must be a list of names')
  return values
}

/** Whether a request requires a claim of the identity token, whatever its value. */
export const isEssential = (claims: unknown, name: string): boolean =>
  typeof claims === 'string' && ofIdToken(claims, name).essential === true

/** Whether what a request asks of `sub` can be read: the library looks for a value in it, whatever it is. */
export const hasReadableSubject = (claims: { id_token?: { sub?: unknown } | null | undefined }): boolean =>
  typeof (claims.id_token?.sub ?? {}) === 'object'

/** The only person whom a request means by the claim `sub` of the identity token; `undefined`: it names nobody. */
export const askedSubject = (claims: unknown): unknown =>
  typeof claims === 'string' ? ofIdToken(claims, 'sub').value : undefined

/** What a request asks of a claim. The library has parsed it before: an object that contains objects. */
function ofIdToken(claims: string, name: string): Record<string, unknown> {
  const { id_token: asked = {} } = JSON.parse(claims) as { id_token?: Record<string, unknown> }
  return (Object.hasOwn(asked, name) ? (asked[name] ?? {}) : {}) as Record<string, unknown>
}
