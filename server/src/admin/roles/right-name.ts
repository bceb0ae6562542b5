import { refuseFields } from '../engine/refuse-fields.ts'
import { hiddenProblem } from './hidden-characters.ts'

/** Alphabets that have letters in common by their looks (UTS 39). */
const LOOKALIKE_SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
]

/**
 * The name of a role or a permission as it is stored: compatibility characters, such as full-width ones, and runs of
 * blanks are written plainly, so that a name which reads like another is the other and is refused as taken.
 *
 * @throws AppError invalid_request for characters that nobody sees, and for letters of alphabets that look alike
 */
export function rightName(typed: string): string {
  const name = typed.normalize('NFKC').trim().replace(/\s+/g, ' ')
  const scripts = LOOKALIKE_SCRIPTS.filter((script) => script.test(name)).length
  refuseFields({ name: hiddenProblem(typed) ?? (scripts > 1 ? 'Use the letters of one alphabet in a name.' : null) })
  return name
}
