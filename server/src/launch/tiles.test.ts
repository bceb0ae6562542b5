import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { explainMissing, listTiles, setFavourite } from '@gatehouse/contract/launch.ts'
import { DestroySession } from '@gatehouse/contract/session.ts'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import {
  aClient,
  anAddress,
  anApplication,
  anAssignment,
  aPerson,
  launch,
  signIn,
  someoneSignedIn,
  someoneWithAccess,
} from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'
import { prune } from '../db/prune.ts'

const server = useTestServer()

const tilesOf = async (visitor: Visitor) => (await visitor.call(listTiles)).data
const tileOf = async (visitor: Visitor) => (await tilesOf(visitor))[0]

/** The same person in another browser. */
async function anotherBrowser({ email }: { email: string }) {
  const visitor = server.visitor({ ip: anAddress() })
  await signIn(server, visitor, email)
  return visitor
}

const change = (table: 'applications' | 'clients', id: string, to: Sql) =>
  server.db.execute(
    table === 'clients'
      ? sql`update clients set ${to} where id = ${id}`
      : sql`update applications set ${to} where id = ${id}`,
  )

async function favouritesOf(userId: string): Promise<string[]> {
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select application_id as id from favourites where user_id = ${userId}`,
  )
  return rows.map(({ id }) => id)
}

describe('a favourite', () => {
  test('is stored for the person, in every browser, and for nobody else', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server)
    const colleague = await someoneSignedIn(server)
    await anAssignment(server, colleague.person.id, application.id, client.id)
    const sent = { applicationId: application.id, isFavourite: true }
    expect(await visitor.call(setFavourite, sent)).toMatchObject({ status: 200, data: {} })
    expect(await tileOf(await anotherBrowser(person))).toMatchObject({ isFavourite: true })
    expect(await tileOf(colleague.visitor)).toMatchObject({ isFavourite: false })
  })

  test('can be marked and unmarked repeatedly', async () => {
    const { visitor, person, application } = await someoneWithAccess(server)
    for (const isFavourite of [true, true, false, false, true]) {
      const { status } = await visitor.call(setFavourite, { applicationId: application.id, isFavourite })
      expect(status).toBe(200)
      expect(await tileOf(visitor)).toMatchObject({ isFavourite })
    }
    expect(await favouritesOf(person.id)).toEqual([application.id])
  })

  test('can only be an application that the person may open; unknown and unassigned ones get the same refusal', async () => {
    const { visitor, person, application } = await someoneWithAccess(server)
    const foreign = await someoneWithAccess(server)
    await change('applications', application.id, sql`status = 'INACTIVE'`)
    const answers = await Promise.all(
      [newId(), foreign.application.id, application.id].map((applicationId) =>
        visitor.call(setFavourite, { applicationId, isFavourite: true }),
      ),
    )
    const [unknown, unassigned, inactive] = answers
    expect(unassigned).toEqual(unknown)
    expect(unknown).toMatchObject({
      status: 403,
      msg: 'This application is not assigned to you. Ask your administrator.',
    })
    expect(inactive).toMatchObject({
      status: 403,
      msg: 'This application is assigned to you, but cannot be opened at present. Ask your administrator.',
    })
    expect(await favouritesOf(person.id)).toEqual([])
  })

  test('can be removed for any application, with the same answer', async () => {
    const { visitor } = await someoneSignedIn(server)
    const foreign = await someoneWithAccess(server)
    await foreign.visitor.call(setFavourite, { applicationId: foreign.application.id, isFavourite: true })
    for (const applicationId of [newId(), foreign.application.id])
      expect(await visitor.call(setFavourite, { applicationId, isFavourite: false })).toMatchObject({ status: 200 })
    expect(await favouritesOf(foreign.person.id)).toEqual([foreign.application.id])
  })

  test.each([{ applicationId: 'none' }, { isFavourite: 'yes' }, { isFavourite: null }, { isFavourite: undefined }])(
    'is refused for %j',
    async (changes) => {
      const { visitor, person, application } = await someoneWithAccess(server)
      const sent = { applicationId: application.id, isFavourite: true, ...changes } as {
        applicationId: string
        isFavourite: boolean
      }
      expect((await visitor.call(setFavourite, sent)).status).toBe(400)
      expect(await favouritesOf(person.id)).toEqual([])
    },
  )

  test('is kept while its application is blocked, and purged with its person', async () => {
    const { visitor, person, application } = await someoneWithAccess(server)
    await visitor.call(setFavourite, { applicationId: application.id, isFavourite: true })
    await change('applications', application.id, sql`status = 'Temporary BLOCKED'`)
    expect(await tilesOf(visitor)).toEqual([])
    await change('applications', application.id, sql`status = 'ACTIVE'`)
    expect(await tileOf(visitor)).toMatchObject({ isFavourite: true })
    await server.db.execute(sql`update users set deleted_at = now() - interval '31 days' where id = ${person.id}`)
    await prune(server.db, async () => undefined)
    expect(await favouritesOf(person.id)).toEqual([])
  })
})

describe('the last opened application', () => {
  test('is the same in every browser, with its client, also after signing out', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server)
    const second = await aClient(server)
    await anAssignment(server, person.id, application.id, second.id)
    expect(await tileOf(visitor)).toMatchObject({ openedAt: null, lastClient: '' })
    await launch({ visitor, person, application }, { client: client.id })
    await launch({ visitor, person, application }, { client: second.id })
    const first = await tileOf(visitor)
    expect(first).toMatchObject({ lastClient: second.id })
    expect(Date.parse(first?.openedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    await visitor.call(DestroySession, {})
    const elsewhere = await anotherBrowser(person)
    expect(await tileOf(elsewhere)).toMatchObject({ openedAt: first?.openedAt, lastClient: second.id })
    await launch({ visitor: elsewhere, person, application }, { client: client.id })
    expect(await tileOf(elsewhere)).toMatchObject({ lastClient: client.id })
  })

  test('does not name a client that can no longer be opened', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server)
    await anAssignment(server, person.id, application.id, (await aClient(server)).id)
    await launch({ visitor, person, application }, { client: client.id })
    await change('clients', client.id, sql`status = 'INACTIVE'`)
    expect(await tileOf(visitor)).toMatchObject({ lastClient: '', openedAt: expect.any(String) })
  })

  test('is not shown to other people', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server)
    const colleague = await someoneSignedIn(server)
    await anAssignment(server, colleague.person.id, application.id, client.id)
    await launch({ visitor, person, application })
    expect(await tileOf(colleague.visitor)).toMatchObject({ openedAt: null, lastClient: '' })
  })
})

describe('the group of a tile', () => {
  test('is set in the form of its application, and kept when a change omits it', async () => {
    const { visitor, application } = await someoneWithAccess(server)
    const admin = (await anAdministrator(server)).visitor
    const form = {
      id: application.id,
      name: { description: application.name, applicationType: 'NA' as const },
      applicationRedirectUrl: application.redirectUrl,
    }
    const answer = await admin.call(applications.update, { ...form, tileGroup: '  Claims ' } as never)
    expect(answer).toMatchObject({ status: 200, data: { tileGroup: 'Claims' } })
    expect(await tileOf(visitor)).toMatchObject({ group: 'Claims' })
    await admin.call(applications.update, form as never)
    expect(await tileOf(visitor)).toMatchObject({ group: 'Claims' })
    await admin.call(applications.update, { ...form, tileGroup: '' } as never)
    expect(await tileOf(visitor)).toMatchObject({ group: '' })
    const tooLong = await admin.call(applications.update, { ...form, tileGroup: 'x'.repeat(61) } as never)
    expect(tooLong).toMatchObject({ status: 400, data: { fields: { tileGroup: 'Too Long!' } } })
  })
})

test('two hundred tiles are listed completely', async () => {
  const { visitor, person } = await someoneSignedIn(server)
  const client = await aClient(server)
  for (let at = 0; at < 200; at++) await anAssignment(server, person.id, (await anApplication(server)).id, client.id)
  const tiles = await tilesOf(visitor)
  expect(tiles).toHaveLength(200)
  expect(new Set(tiles.map(({ _id }) => _id)).size).toBe(200)
})

describe('the reason why an application has no tile', () => {
  const why = async (visitor: Visitor, name: string) => (await visitor.call(explainMissing, { name })).data

  test.each<[string, 'applications' | 'clients', Sql, string]>([
    ['an inactive application', 'applications', sql`status = 'INACTIVE'`, 'inactive'],
    ['a temporarily blocked application', 'applications', sql`status = 'Temporary BLOCKED'`, 'blocked'],
    ['a permanently blocked application', 'applications', sql`status = 'Permanent BLOCKED'`, 'permanently-blocked'],
    ['an application without an address', 'applications', sql`redirect_url = ''`, 'without-address'],
    ['an application of an inactive client', 'clients', sql`status = 'INACTIVE'`, 'client-inactive'],
  ])('is given for %s', async (_case, table, to, state) => {
    const { visitor, application, client } = await someoneWithAccess(server)
    expect(await why(visitor, application.name)).toMatchObject([{ state: 'here' }])
    await change(table, table === 'clients' ? client.id : application.id, to)
    expect(await tilesOf(visitor)).toEqual([])
    const inactiveClients = table === 'clients' ? [client.actualName] : []
    expect(await why(visitor, application.name.toUpperCase())).toEqual([
      { name: application.name, state, inactiveClients, beginsAt: null, endedAt: null },
    ])
  })

  test('names an inactive client beside an active one', async () => {
    const { visitor, person, application } = await someoneWithAccess(server)
    const closed = await aClient(server, { status: 'INACTIVE' })
    await anAssignment(server, person.id, application.id, closed.id)
    expect(await why(visitor, application.name)).toEqual([
      { name: application.name, state: 'here', inactiveClients: [closed.actualName], beginsAt: null, endedAt: null },
    ])
  })

  test('is found by parts of names, the full name first, with at most five results', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const client = await aClient(server)
    for (const name of ['A Ledger', 'B Ledger', 'C Ledger', 'D Ledger', 'E Ledger', 'Ledger'])
      await anAssignment(server, person.id, (await anApplication(server, { name })).id, client.id)
    const names = (await why(visitor, ' ledger ')).map(({ name }) => name)
    expect(names).toEqual(['Ledger', 'A Ledger', 'B Ledger', 'C Ledger', 'D Ledger'])
    // Wildcards in a name are plain text.
    expect(await why(visitor, '_edger')).toEqual([])
    expect(await why(visitor, '%')).toEqual([])
  })

  test('is the same for unknown, foreign, deleted and detached applications', async () => {
    const { visitor, person, application, client } = await someoneWithAccess(server)
    const foreign = await someoneWithAccess(server)
    const blocked = await someoneWithAccess(server, { application: { status: 'Permanent BLOCKED' } })
    const deleted = await anApplication(server)
    await anAssignment(server, person.id, deleted.id, client.id)
    await change('applications', deleted.id, sql`deleted_at = now()`)
    await server.db.execute(sql`delete from assignments where application_id = ${application.id}`)
    const names = ['No such thing', foreign.application.name, blocked.application.name, deleted.name, application.name]
    const answers = await Promise.all(names.map((name) => visitor.call(explainMissing, { name })))
    expect(answers.map(({ status, msg, data }) => ({ status, msg, data }))).toEqual(
      names.map(() => ({ status: 200, msg: 'Success', data: [] })),
    )
  })

  test('is not given to an administrator for applications that are not assigned to them', async () => {
    const { application } = await someoneWithAccess(server)
    const admin = (await anAdministrator(server)).visitor
    expect(await why(admin, application.name)).toEqual([])
  })

  test.each(['', '   ', 'x'.repeat(101)])('needs a name: %j is refused', async (name) => {
    const { visitor } = await someoneSignedIn(server)
    expect((await visitor.call(explainMissing, { name })).status).toBe(400)
  })

  test('is given to the caller only: another person cannot be named', async () => {
    const { visitor } = await someoneSignedIn(server)
    const other = await aPerson(server)
    const answer = await visitor.call(explainMissing, { name: 'x', userId: other.id } as { name: string })
    expect(answer.status).toBe(400)
  })
})
