/** Characters of no word that nobody sees: blanks without width, soft hyphens, marks of direction. Hindi needs the joiners. */
const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/** What was typed or pasted into a search, spelt as names are stored: with composed letters (NFC), and without what is not seen. */
export const soughtText = (typed: string) => typed.replace(UNSEEN, '').normalize().trim()

/** A text as searches in the browser compare it. */
export const foldedText = (text: string, language?: string) => soughtText(text).toLocaleLowerCase(language)
