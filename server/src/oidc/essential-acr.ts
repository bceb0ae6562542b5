/**
 * How somebody must have signed in for a request (OpenID Connect Core §5.5.1.1), or `null` when anything will do. What
 * `acr_values` names is only wished for.
 *
 * @throws TypeError where no list of names is sent
 */
export function essentialAcrs(claims: unknown): string[] | null {
  if (typeof claims !== 'string') return null
  // Read by the library before: an object, with objects in it.
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
