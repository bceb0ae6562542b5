import { oneSpelling } from '@gatehouse/contract/record-name.ts'
import { nameProblems, textAt } from '../../identity/name-problem.ts'
import { refuseFields } from './refuse-fields.ts'

/** @throws AppError invalid_request for a name that looks like another one */
export const refuseLookAlikes = (names: readonly string[], form: unknown) => refuseFields(nameProblems(names, form))

/**
 * The changes of a record, whose new names are judged. A name that was stored under older rules stays as it is while only its
 * spelling differs.
 *
 * @throws AppError invalid_request for a new name that looks like another one
 */
export function withSoundNames<Changes>(names: readonly string[], before: unknown, changes: Changes): Changes {
  const isKept = (path: string) => oneSpelling(textAt(before, path) ?? '') === textAt(changes, path)
  refuseLookAlikes(
    names.filter((path) => !isKept(path)),
    changes,
  )
  return names.filter(isKept).reduce((made, path) => put(made, path.split('.'), textAt(before, path)), changes)
}

/** The same values with another one at a path. */
function put<Values>(values: Values, [key = '', ...rest]: string[], value: unknown): Values {
  const inner = (values as Record<string, unknown>)[key]
  return { ...values, [key]: rest.length === 0 ? value : put(inner, rest, value) }
}
