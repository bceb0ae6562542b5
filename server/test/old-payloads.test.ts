import { attachPagesToRole } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/crypto/ids.ts'
import { aClient, anApplication, aPerson } from './builders.ts'
import { useAdministrator } from './console.ts'
import { OLD_CALLS, OLD_LISTS } from './old-calls.ts'
import type { Known } from './old-forms.ts'
import { OLD_RECORDS } from './old-records.ts'
import { aRole } from './roles.ts'
import { useTestServer } from './server.ts'

// Every payload of the specified call tables in the form that an old client sends: empty texts, 'NA', numbers as text,
// names for codes, and fields without a meaning.

const server = useTestServer()
const admin = useAdministrator(server)
let known: Known
beforeAll(async () => {
  const [application, client, person] = [await anApplication(server), await aClient(server), await aPerson(server)]
  const ids = { pageId: newId(), applicationRoleId: newId() }
  await server.db.execute(sql`
    insert into pages (id, application_id, name) values (${ids.pageId}, ${application.id}, 'Claims')`)
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (${ids.applicationRoleId}, ${application.id}, ${client.id}, 'Manager', 'M-1')`)
  await admin.call(attachPagesToRole, { id: ids.applicationRoleId, pageId: ids.pageId })
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from permissions where name = 'audit:read'`)
  known = {
    ...ids,
    userId: person.id,
    roleId: await aRole(server, []),
    permissionId: rows[0]?.id ?? '',
    ...{ applicationId: application.id, application: application.name },
    ...{ clientId: client.id, client: client.actualName, role: 'Manager' },
  }
})

const byPath = (path: string) => ENDPOINTS.find((call) => call.path === path) as Endpoint
let number = 0

test.each(OLD_LISTS)('%s needs no parameters', async (path) => {
  const { status, data } = await admin.call(byPath(path))
  expect({ status, isList: Array.isArray(data) }).toEqual({ status: 200, isList: true })
})

describe.each(OLD_RECORDS)('$update', ({ create, update, remove, idKey, form, also, removal }) => {
  test('and its neighbours accept what the old console sends', async () => {
    const sent = form(known, ++number)
    const made = await admin.call(byPath(create), sent)
    expect(made).toMatchObject({ status: 200 })
    const id = { [idKey]: (made.data as { _id: string })._id }
    expect(await admin.call(byPath(update), { ...sent, ...also, ...id })).toMatchObject({ status: 200 })
    expect(await admin.call(byPath(remove), { ...removal, ...id })).toMatchObject({ status: 200 })
  })
})

test.each(OLD_CALLS)('$call', async ({ call, send, refusal }) => {
  expect(await admin.call(byPath(call), send(known, ++number))).toMatchObject(refusal ?? { status: 200 })
})
