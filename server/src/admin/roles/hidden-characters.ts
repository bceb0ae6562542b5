import { ERRORS } from '@gatehouse/contract/errors.ts'
import { hasHiddenCharacters } from '../../identity/identifiers.ts'

/** The message for a name with invisible characters, otherwise `null`. */
export function hiddenProblem(name: string): string | null {
  return hasHiddenCharacters(name) ? ERRORS.invalid_request.msg : null
}
