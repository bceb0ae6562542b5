import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Store } from '../../engine/store.ts'
import { keepApart, requireRestoredApart } from './require-apart.ts'
import { takeMatrixTurn } from './take-turn.ts'

/**
 * A store of what decides who can approve, after whose changes nobody breaks a conflict rule that they kept before. Drafts and
 * files are judged as a whole instead.
 *
 * @param former SQL of the application of a stored record
 */
export function keptApart<Row extends RecordRow, Form, Changes>(
  store: Store<Row, Form, Changes>,
  timeZone: string,
  applicationOf: (form: Form | Changes) => string,
  former: (id: string) => Sql,
): Store<Row, Form, Changes> {
  const scopeOf = (form: Form | Changes) => ({ applicationId: applicationOf(form), timeZone })
  return {
    ...store,
    takeTurn: (tx, id, changes) =>
      takeMatrixTurn(
        tx,
        changes === null ? former(id) : sql`${former(id)} union select ${applicationOf(changes)}::uuid`,
      ),
    create: (tx, id, form, by) => keepApart(tx, by, scopeOf(form), (part) => store.create(tx, id, form, part)),
    update: (tx, id, changes, by) => keepApart(tx, by, scopeOf(changes), (part) => store.update(tx, id, changes, part)),
    restore: async (tx, id, by, deletedAt) => {
      await store.restore?.(tx, id, by, deletedAt)
      await requireRestoredApart(tx, by, id, timeZone)
    },
  }
}
