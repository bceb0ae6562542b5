/** Requirement P23. */
/** `jwt`: of access tokens whose end nobody who checks them is told of. */
export const SECONDS = { code: 60, token: 600, jwt: 300, refreshIdle: 8 * 3600, interaction: 3600 }
