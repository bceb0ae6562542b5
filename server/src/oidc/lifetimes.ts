/** Security note D23. */
export const SECONDS = { code: 60, token: 600, refreshIdle: 8 * 3600, interaction: 3600 }
