const DEVANAGARI = /[\u0966-\u096f]/g

/** The text with the digits of a Hindi keyboard (०-९) as 0-9. */
export const asciiDigits = (typed: string): string =>
  typed.replace(DEVANAGARI, (digit) => String(digit.charCodeAt(0) - 0x0966))
