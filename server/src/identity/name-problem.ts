import { oneSpelling } from '@gatehouse/contract/record-name.ts'
import { hasHiddenCharacters } from './identifiers.ts'

/**
 * Joiners (U+200C, U+200D) that Indian scripts are written with: after the sign that takes a vowel away (virama) they choose how
 * the letters join, and in Bengali one is between RA and that sign. Anywhere else they cannot be seen.
 */
const INDIC_JOINERS =
  /(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])(?:\u200d|\u200c(?=\p{L}))|(?<=\u09b0)\u200d(?=\u09cd)/gu

/** What makes a picture of a sign, or one picture of two, can be seen. */
const PICTURE_PARTS =
  /(?<=\p{Extended_Pictographic})\ufe0f|(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu

/** Alphabets with letters that look alike (UTS 39). */
const LOOKALIKE_SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)

/** What is wrong with a name that people tell from others by its look; otherwise `null`. */
export function nameProblem(name: string): string | null {
  if (hasHiddenCharacters(name.replace(INDIC_JOINERS, '').replace(PICTURE_PARTS, '')))
    return 'There are characters in the name that cannot be seen. Type it again.'
  if ([...name].some(isStyled)) return 'Type the name with the ordinary letters and blanks of your keyboard.'
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

/** Full-width and styled letters and digits, and blanks of another width. Signs such as ™ or ½ look like nothing else. */
const isStyled = (character: string) =>
  /[\p{L}\p{M}\p{Nd}\p{Nl}\p{Zs}\uff01-\uff5e]/u.test(character) &&
  character.normalize('NFKC') !== character.normalize()

const countScripts = (word: string) => LOOKALIKE_SCRIPTS.filter((script) => script.test(word)).length
