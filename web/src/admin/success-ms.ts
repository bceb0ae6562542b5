/** How long a success is shown before its dialog closes (specification 2 section 9). */
export const SUCCESS_MS = 1000
