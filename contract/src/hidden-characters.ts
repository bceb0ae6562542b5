/** Control characters, line breaks, and characters that hide or reorder text. The joiners are not among them: Hindi needs them. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
/** A text that can be seen: more than blanks, marks of direction and the like. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u

/**
 * Joiners (U+200C, U+200D) that Indian scripts are written with: after the sign that takes a vowel away (virama) they choose how
 * the letters join, and in Bengali one is between RA and that sign. Anywhere else they cannot be seen.
 */
const INDIC_JOINERS =
  /([\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])(?:\u200d|\u200c(?=\p{L}))|(\u09b0)\u200d(?=\u09cd)/gu

/** The text without the joiners that belong to its letters. */
export const withoutIndicJoiners = (text: string) => text.replace(INDIC_JOINERS, '$1$2')

/** The error for a text that `hasHiddenCharacters`. */
export const NO_HIDDEN_CHARACTERS = 'Leave out line breaks and hidden characters'

export const hasHiddenCharacters = (text: string) => HIDDEN.test(text)

/** Control characters, and halves of characters: the database stores neither NUL nor these, and no name or number has any. */
const UNWRITTEN = /[\p{Cc}\p{Cs}]/u

/** The error for a text that is not `isWritten`. */
export const NO_CONTROL_CHARACTERS = 'Leave out line breaks and control characters'

/** Whether people can have written it: without control characters, but for white space around it. What is no text is. */
export const isWritten = (sent: unknown) => typeof sent !== 'string' || !UNWRITTEN.test(sent.trim())

/** The text on one line: a blank stands for each gap and for hidden characters. */
export const onOneLine = (text: string) => text.split(HIDDEN).join(' ').replace(/\s+/g, ' ')
