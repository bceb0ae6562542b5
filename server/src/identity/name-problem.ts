import { withoutIndicJoiners } from '@gatehouse/contract/hidden-characters.ts'
import { oneSpelling } from '@gatehouse/contract/record-name.ts'
import { hasHiddenCharacters } from './identifiers.ts'

/** What makes a picture of a sign, or one picture of two, can be seen. */
const PICTURE_PARTS =
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu

/** A dot above a letter that is drawn with one already, or is given one by it (ı, ȷ); i and j of Cyrillic, too. Of decomposed text. */
const UNSEEN_DOT = /[ij\u0131\u0237\u0456\u0458]\p{M}{0,4}\u0307/u

/** Latin letters have two marks at most, as in Vietnamese and Yoruba. Of decomposed text. */
const MARKS_IN_EXCESS = /\p{Script=Latin}\p{M}{3}/u

/** Alphabets with letters that look alike (UTS 39). */
const LOOKALIKE_SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)

/** What is wrong with a name that people tell from others by its look; otherwise `null`. */
export function nameProblem(name: string): string | null {
  const decomposed = name.normalize('NFD')
  const isHidden = hasHiddenCharacters(withoutIndicJoiners(name).replace(PICTURE_PARTS, ''))
  if (isHidden || UNSEEN_DOT.test(decomposed))
    return 'There are characters in the name that cannot be seen. Type it again.'
  if ([...name].some(isStyled) || MARKS_IN_EXCESS.test(decomposed))
    return 'Type the name with the ordinary letters, signs and blanks of your keyboard.'
  const isMixed = name.split(/[^\p{L}\p{M}]+/u).some((word) => countScripts(word) > 1)
  return isMixed ? 'Use the letters of one alphabet in a name.' : null
}

/** What is wrong with the names in a form or record, by their paths. */
export const nameProblems = (paths: readonly string[], of: unknown): Record<string, string> =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const name = textAt(of, path)
      const problem = name === undefined ? null : nameProblem(oneSpelling(name))
      return problem === null ? [] : [[path, problem] as const]
    }),
  )

/** The text at a path such as `name.description`. */
export function textAt(of: unknown, path: string): string | undefined {
  const found = path.split('.').reduce<unknown>((part, key) => (part as Record<string, unknown> | null)?.[key], of)
  return typeof found === 'string' ? found : undefined
}

/**
 * Full-width and styled letters, digits and punctuation (also '…', which looks like three dots), and blanks of another width.
 * Signs such as ™ or ½ look like nothing else.
 */
const isStyled = (character: string) =>
  /[\p{L}\p{M}\p{Nd}\p{Nl}\p{Zs}\p{P}\ufe50-\ufe6b\uff01-\uff5e]/u.test(character) &&
  !COMPOUND_VOWELS.test(character) &&
  character.normalize('NFKC') !== character.normalize()

/** Ordinary letters of Thai and Lao (AM) that NFKC takes apart. */
const COMPOUND_VOWELS = /[\u0e33\u0eb3]/

const countScripts = (word: string) => LOOKALIKE_SCRIPTS.filter((script) => script.test(word)).length
