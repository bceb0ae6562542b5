import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { MAKING_PAGES } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { diffOf } from '../../../audit/changes.ts'
import { recordAuditLines } from '../../../audit/record-audit-lines.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { lineBy } from '../../engine/changes.ts'
import { inParts } from '../../engine/in-parts.ts'
import { refuseLookAlikes } from '../../engine/sound-names.ts'
import type { By } from '../../engine/store.ts'
import { createRoles, findRoles } from '../application-roles.ts'
import { keepApart } from '../conflicts/require-apart.ts'
import { createPages, findPages } from '../pages.ts'
import { nameAuthor } from '../second-person/name-author.ts'
import type { Missing } from './find-missing.ts'

type Scope = { applicationId: string; timeZone: string }

/**
 * Makes the roles and pages that are missing, as the screens make each of them; rules of separation of duties judge them together.
 *
 * @throws AppError not_allowed for pages without `pages:write`; invalid_request for what the screens refuse
 */
export async function makeMissing(tx: Tx, by: By, scope: Scope, missing: Missing): Promise<void> {
  if (missing.pages.length > 0 && !by.person.permissions.includes(pages.create.access))
    throw new AppError('not_allowed', { msg: MAKING_PAGES })
  await nameAuthor(tx, by)
  await keepApart(tx, by, scope, async (part) => {
    const roles = missing.roles.map(({ form }) => form)
    await make(tx, part, roles, {
      names: applicationRoles.names,
      event: 'applicationRoles.created',
      create: createRoles,
      find: findRoles,
      nameOf: ({ role }) => role,
    })
    await make(tx, part, missing.pages, {
      names: pages.names,
      event: 'pages.created',
      create: createPages,
      find: findPages,
      nameOf: ({ page }) => page,
    })
  })
}

type Kind<Form, Row> = {
  names: readonly string[]
  event: 'applicationRoles.created' | 'pages.created'
  create: (tx: Tx, made: readonly { id: string; form: Form }[], by: By) => Promise<void>
  find: (tx: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>
  nameOf: (row: Row) => string
}

/** Writes many together: one by one, each would be seven statements. Neither kind is guarded by whom it touches. */
async function make<Form, Row extends object>(
  tx: Tx,
  by: By,
  forms: readonly Form[],
  kind: Kind<Form, Row>,
): Promise<void> {
  for (const part of inParts(forms)) {
    for (const form of part) refuseLookAlikes(kind.names, form)
    const made = part.map((form) => ({ id: newId(), form }))
    await kind.create(tx, made, by)
    const rows = await kind.find(
      tx,
      made.map(({ id }) => id),
    )
    const lines = [...rows].map(([id, row]) =>
      lineBy(by, kind.event, id, { name: kind.nameOf(row), changes: diffOf(null, row) }),
    )
    recordAuditLines(tx, lines)
  }
}
