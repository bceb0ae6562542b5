import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Store } from '../../engine/store.ts'
import { keepApart } from './require-apart.ts'

/**
 * A store of what decides who can approve, after whose changes nobody breaks a conflict rule that they kept before. A draft is
 * judged as a whole instead, because the order of its changes is nobody's choice.
 */
export function keptApart<Row extends RecordRow, Form, Changes>(
  store: Store<Row, Form, Changes>,
  applicationOf: (form: Form | Changes) => string,
): Store<Row, Form, Changes> {
  return {
    ...store,
    create: (tx, id, form, by) => keepApart(tx, by, applicationOf(form), () => store.create(tx, id, form, by)),
    update: (tx, id, changes, by) => keepApart(tx, by, applicationOf(changes), () => store.update(tx, id, changes, by)),
  }
}
