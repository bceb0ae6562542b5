/** Control characters, line breaks, and characters that hide or reorder text. The joiners are not among them: Hindi needs them. */
const HIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
/** A text that can be seen: more than blanks, marks of direction and the like. */
export const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}]/u

/** The error for a text that `hasHiddenCharacters`. */
export const NO_HIDDEN_CHARACTERS = 'Leave out line breaks and hidden characters'

export const hasHiddenCharacters = (text: string) => HIDDEN.test(text)

/** The text on one line: a blank stands for each gap and for hidden characters. */
export const onOneLine = (text: string) => text.split(HIDDEN).join(' ').replace(/\s+/g, ' ')
