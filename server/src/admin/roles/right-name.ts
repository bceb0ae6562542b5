import { refuseFields } from '../engine/refuse-fields.ts'
import { hiddenProblem } from './hidden-characters.ts'

/** Alphabets with letters that look alike (UTS 39). */
const LOOKALIKE_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/**
 * The stored form of the name of a role or permission. Compatibility characters, such as full-width ones, and runs of
 * blanks are normalised, so that a name which looks like an existing one is equal to it and refused as taken.
 *
 * @throws AppError invalid_request for invisible characters, and for a mix of alphabets that look alike
 */
export function rightName(typed: string): string {
  const name = typed.normalize('NFKC').trim().replace(/\s+/g, ' ')
  const scripts = LOOKALIKE_SCRIPTS.filter((script) => script.test(name)).length
  refuseFields({ name: hiddenProblem(typed) ?? (scripts > 1 ? 'Use the letters of one alphabet in a name.' : null) })
  return name
}
