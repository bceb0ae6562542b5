/**
 * The authentication levels (`acr`) that a request requires (OpenID Connect Core §5.5.1.1), or `null` when it requires
 * none. `acr_values` is only a preference.
 *
 * @throws TypeError when the request does not contain a list of names
 */
export function essentialAcrs(claims: unknown): string[] | null {
  if (typeof claims !== 'string') return null
  // The library has parsed it before: an object that contains objects.
  const { acr } = (JSON.parse(claims) as { id_token?: { acr?: unknown } }).id_token ?? {}
  const {
    essential,
    value,
    values = value === undefined ? undefined : [value],
  } = (acr ?? {}) as Record<string, unknown>
  if (essential !== true || values === undefined) return null
  if (!Array.isArray(values) || values.some((one) => typeof one !== 'string'))
    throw new TypeError('the values of acr must be a list of names')
  return values
}
