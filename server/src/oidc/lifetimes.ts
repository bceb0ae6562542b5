/** Requirement P23. */
/** `jwt`: shorter, because servers that check only the signature do not see a revocation. */
export const SECONDS = { code: 60, token: 600, jwt: 300, refreshIdle: 8 * 3600, interaction: 3600 }
