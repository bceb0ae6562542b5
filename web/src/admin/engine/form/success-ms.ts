/** How long a success is shown before its dialog closes (requirement A19). */
export const SUCCESS_MS = 1000
