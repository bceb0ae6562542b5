/** Requirement P23. `jwt`: shorter, because servers that check only the signature do not see a revocation. */
export const SECONDS = { code: 60, token: 600, jwt: 300, refreshIdle: 8 * 3600, interaction: 3600 }

/** The present second, as SQL. */
export const NOW = 'floor(extract(epoch from now()))::int'
/** The fields `iat` and `exp` of what is issued now, as SQL in `json_build_object`. */
export const times = (seconds: number) => `'iat', ${NOW}, 'exp', ${NOW} + ${seconds}`
/** The end of what is stored now, as SQL. */
export const until = (seconds: number) => `now() + interval '${seconds} seconds'`
