/** A signed or sealed text with another end. The last letter of base64url may not count as a whole; the one before does. */
export const tampered = (text: string): string => `${text.slice(0, -2)}${text.endsWith('AA') ? 'BA' : 'AA'}`
