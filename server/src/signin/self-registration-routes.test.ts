import { getSelfRegistration, joinSelfRegistration } from '@gatehouse/contract/self-registration.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, anAssignment, someoneSignedIn } from '../../test/builders.ts'
import { auditOf } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

async function anInvitation({ isOpen = true, status = 'ACTIVE' } = {}) {
  const application = await anApplication(server, { status })
  const client = await aClient(server)
  await server.db.execute(sql`
    insert into self_registrations (application_id, client_id, enabled) values (${application.id}, ${client.id}, ${isOpen})`)
  return { application, client, names: { Application: application.name, Client: client.actualName } }
}

const assignmentsOf = async (userId: string) => {
  const { rows } = await server.db.execute(sql`
    select application_id, client_id, role from assignments where user_id = ${userId}`)
  return rows
}
const CLOSED = { isOpen: false, application: '', client: '' }

describe('an invitation to register', () => {
  test('shows its application and client to any visitor', async () => {
    const { names } = await anInvitation()
    const asked = { Application: names.Application.toUpperCase(), Client: names.Client }
    expect(await server.visitor({ ip: anAddress() }).call(getSelfRegistration, asked)).toMatchObject({
      status: 200,
      data: { isOpen: true, application: names.Application, client: names.Client },
    })
  })

  test('gets the same answer if it is closed, inactive or unknown', async () => {
    const closed = await anInvitation({ isOpen: false })
    const inactive = await anInvitation({ status: 'INACTIVE' })
    const [one, other] = [await anInvitation(), await anInvitation()]
    const mixed = { Application: one.names.Application, Client: other.names.Client }
    const visitor = server.visitor({ ip: anAddress() })
    for (const names of [closed.names, inactive.names, mixed, { Application: 'Nothing', Client: 'Nobody' }])
      expect((await visitor.call(getSelfRegistration, names)).data).toEqual(CLOSED)
  })

  test('is accepted by a signed-in person, once', async () => {
    const { application, client, names } = await anInvitation()
    const { person, visitor } = await someoneSignedIn(server)
    expect(await visitor.call(joinSelfRegistration, names)).toMatchObject({ status: 200, data: { isNew: true } })
    expect(await visitor.call(joinSelfRegistration, names)).toMatchObject({ status: 200, data: { isNew: false } })
    expect(await assignmentsOf(person.id)).toEqual([
      { application_id: application.id, client_id: client.id, role: 'User' },
    ])
    const events = (await auditOf(server, person.id)).map(({ event }) => event)
    expect(events.filter((event) => event === 'registration.assigned')).toHaveLength(1)
  })

  test('keeps an existing role', async () => {
    const { application, client, names } = await anInvitation()
    const { person, visitor } = await someoneSignedIn(server)
    await anAssignment(server, person.id, application.id, client.id, 'Manager')
    expect((await visitor.call(joinSelfRegistration, names)).data).toEqual({ isNew: false })
    expect(await assignmentsOf(person.id)).toMatchObject([{ role: 'Manager' }])
  })

  test('assigns nothing if it is closed', async () => {
    const { names } = await anInvitation({ isOpen: false })
    const { person, visitor } = await someoneSignedIn(server)
    expect(await visitor.call(joinSelfRegistration, names)).toMatchObject({
      status: 403,
      msg: 'Registration for this application is not open.',
    })
    expect(await assignmentsOf(person.id)).toEqual([])
  })
})
