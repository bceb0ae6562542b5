/** What the contract says of a text that is too long. */
export const TOO_LONG = 'Too Long!'

const LIMITED = /^Too Long!\n(\d+)$/

/** The message of a field, with the characters that it takes at most. */
export const withLimit = (most: number): string => `${TOO_LONG}\n${most}`

/** The characters that a field takes at most, where its message names them. */
export function limitOf(message: string): number | null {
  const [, most] = LIMITED.exec(message) ?? []
  return most === undefined ? null : Number(most)
}
