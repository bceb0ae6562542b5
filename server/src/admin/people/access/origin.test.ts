import { requestAccess } from '@gatehouse/contract/access-requests.ts'
import { approveAccess, listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import { explainAccess, listAssignments } from '@gatehouse/contract/admin/people/assignments.ts'
import { invite } from '@gatehouse/contract/admin/people/invitations.ts'
import {
  addUserApplicationClinetRole as assign,
  detachClient as detach,
} from '@gatehouse/contract/admin/people/users.ts'
import { acceptInvitation } from '@gatehouse/contract/invitations.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anAddress, anApplication, PASSWORD, someoneSignedIn } from '../../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

test('an assignment says who approved the request for it, what it was asked for and what was answered, until it is removed', async () => {
  const [{ person, visitor }, client] = [await someoneSignedIn(server), await aClient(server)]
  const [had, wanted] = [await anApplication(server), await anApplication(server)]
  await server.db.execute(sql`
    with open as (update applications set is_requestable = true where id = ${wanted.id})
    insert into application_roles (id, application_id, client_id, name, role_id)
    select gen_random_uuid(), ${wanted.id}, id, 'Clerk', 'C' from clients`)
  const pair = { userId: person.id, applicationId: wanted.id, clientId: client.id }
  const given = { ...pair, role: 'User' }
  await admin.call(assign, { ...given, applicationId: had.id })
  await visitor.call(requestAccess, { ...pair, reason: 'The yearly audit' })
  const asked = (await admin.call(listAccessRequests, { userId: person.id })).data.rows
  const requestId = asked[0]?._id ?? ''
  const { userId, clientId, role } = given
  const answer = 'Until the audit is over'
  await admin.call(approveAccess, { requestId, userId, clientId, role, validUntil: '2099-03-31', answer })

  const explained = async () => {
    const { data } = await admin.call(explainAccess, { userId, applicationId: wanted.id })
    return data.assignments[0]
  }
  const request = { _id: requestId, reason: 'The yearly audit', decidedBy: 'Asha Rao', answer }
  expect(await explained()).toMatchObject({ assignedBy: 'administrator', administrator: 'Asha Rao', request })
  const reader = await someoneWith(server, ['users:read'])
  const listed = async () =>
    (await reader.visitor.call(listAssignments, { userId })).data.rows.map((row) => [row.administrator, row.request])
  expect(await listed()).toEqual(
    expect.arrayContaining([
      ['', null],
      ['', expect.objectContaining(request)],
    ]),
  )
  // A later one of the same application and client is another one.
  await admin.call(detach, pair)
  await admin.call(assign, given)
  expect(await explained()).toMatchObject({ assignedBy: 'administrator', request: null })
  await server.db.execute(sql`delete from access_requests`)
  expect(await listed()).toEqual([
    ['', null],
    ['', null],
  ])
})

test('what an invitation gave says so', async () => {
  const [application, client] = [await anApplication(server), await aClient(server)]
  const email = 'nila-origin@example.com'
  await admin.call(invite, { emails: [email], applicationId: application.id, clientId: client.id, role: 'User' })
  const [, uuid = ''] = /\/invitation\/([0-9a-f-]{36})/.exec((await server.inbox(email))[0]?.text ?? '') ?? []
  const visitor = server.visitor({ ip: anAddress() })
  const form = { firstName: 'Nila', lastName: 'Menon', password: PASSWORD, uuid }
  expect(await visitor.call(acceptInvitation, form)).toMatchObject({ status: 200 })
  const { rows } = (await admin.call(listAssignments, { applicationId: application.id })).data
  expect(rows).toMatchObject([{ assignedBy: 'invitation', administrator: 'Asha Rao', request: null }])
})
