import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { MAKING_PAGES, MISSING_MAX, TOO_MANY_MISSING } from '@gatehouse/contract/admin/approvals/sheets.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { createRecord } from '../../engine/changes.ts'
import type { By } from '../../engine/store.ts'
import { applicationRolesStore } from '../application-roles.ts'
import { keepApart } from '../conflicts/require-apart.ts'
import { pagesStore } from '../pages.ts'
import type { Missing } from './find-missing.ts'

type Scope = { applicationId: string; timeZone: string }

/**
 * Makes the roles and pages that are missing, as the screens make each of them; rules of separation of duties judge them together.
 *
 * @throws AppError not_allowed for pages without `pages:write`; invalid_request for too many, or what the screens refuse
 */
export async function makeMissing(tx: Tx, by: By, scope: Scope, missing: Missing): Promise<void> {
  if (missing.pages.length > 0 && !by.person.permissions.includes(pages.create.access))
    throw new AppError('not_allowed', { msg: MAKING_PAGES })
  if (missing.roles.length + missing.pages.length > MISSING_MAX)
    throw new AppError('invalid_request', { msg: TOO_MANY_MISSING })
  const roles = { resource: applicationRoles, store: applicationRolesStore({ config: scope }) }
  await keepApart(tx, by, scope, async (part) => {
    for (const { form } of missing.roles) await createRecord(tx, roles, form, part)
    for (const form of missing.pages) await createRecord(tx, { resource: pages, store: pagesStore }, form, part)
  })
}
