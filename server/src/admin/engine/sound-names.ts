import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { nameProblem } from '../../identity/name-problem.ts'
import { refuseFields } from './refuse-fields.ts'
import type { Store } from './store.ts'

type Names = Record<string, string | undefined>

/**
 * The same store, which refuses names that look like another one. Names that were stored under older rules stay accepted.
 *
 * @param namesOf the names of a record or form, by their fields
 */
export function withSoundNames<Row extends RecordRow, Form, Changes>(
  store: Store<Row, Form, Changes>,
  namesOf: (of: Row | Form | Changes) => Names,
): Store<Row, Form, Changes> {
  return {
    ...store,
    create: async (tx, id, form, by) => {
      refuseFields(problemsOf(namesOf(form)))
      await store.create(tx, id, form, by)
    },
    update: async (tx, id, changes, by) => {
      const problems = problemsOf(namesOf(changes))
      if (Object.keys(problems).length > 0) {
        const row = await store.find(tx, id)
        const before = row === null ? {} : namesOf(row)
        const names = Object.entries(namesOf(changes)).filter(([field, name]) => name !== before[field])
        refuseFields(problemsOf(Object.fromEntries(names)))
      }
      await store.update(tx, id, changes, by)
    },
  }
}

const problemsOf = (names: Names): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).flatMap(([field, name]) => {
      const problem = name === undefined ? null : nameProblem(name)
      return problem === null ? [] : [[field, problem] as const]
    }),
  )
