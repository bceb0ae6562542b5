import { getApplicationDetails, getClientdetails } from '@gatehouse/contract/lookup.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication } from '../../test/builders.ts'
import { startTestServer, useTestServer } from '../../test/server.ts'

const server = useTestServer()

const lookUp = {
  application: (name: unknown) => server.visitor({ ip: anAddress() }).call(getApplicationDetails, { name }),
  client: (name: unknown) => server.visitor({ ip: anAddress() }).call(getClientdetails, { name }),
}

test('without a session, only the id, name and logo of an application are shown', async () => {
  const { id } = await anApplication(server, { name: 'Fleet desk', logoutUri: 'https://one.example.com/out' })
  await server.db.execute(sql`update applications set logo = '/logo.png' where id = ${id}`)
  expect((await lookUp.application('Fleet desk')).data).toEqual([
    { _id: id, name: { description: 'Fleet desk', applicationLogo: '/logo.png' } },
  ])
})

test('without a session, only the id, names and logo of a client are shown', async () => {
  const { id } = await aClient(server, { actualName: 'Northwind' })
  await server.db.execute(
    sql`update clients set display_name = 'Northwind Traders', email = 'secret@example.com' where id = ${id}`,
  )
  expect((await lookUp.client('Northwind')).data).toEqual([
    { _id: id, actualName: 'Northwind', displayName: 'Northwind Traders', clientLogo: '' },
  ])
})

describe.each(['application', 'client'] as const)('each %s', (kind) => {
  const add = (name: string, status = 'ACTIVE') =>
    kind === 'client' ? aClient(server, { actualName: name, status }) : anApplication(server, { name, status })

  test('is found by its full name, in any case, with spaces around it', async () => {
    const { id } = await add(`Whole ${kind}`)
    for (const name of [`Whole ${kind}`, `WHOLE ${kind}`, `  whole ${kind} `])
      expect((await lookUp[kind](name)).data).toMatchObject([{ _id: id }])
  })

  test('is not found by a part of its name, a wildcard or a pattern', async () => {
    await add(`Acme ${kind} 100`)
    for (const name of [
      '%',
      '_',
      '*',
      '.*',
      `Acme ${kind}`,
      `Acme ${kind} 10_`,
      `Acme ${kind}%`,
      `Acme%`,
      `Acme ${kind} 100%`,
      `' or '1'='1`,
      `Acme ${kind} 100' --`,
      'x'.repeat(200),
    ]) {
      expect(await lookUp[kind](name)).toMatchObject({ status: 200, data: [] })
    }
  })

  test('is found by a name that looks like a pattern', async () => {
    const { id } = await add(`50% of_${kind}`)
    expect((await lookUp[kind](`50% of_${kind}`)).data).toMatchObject([{ _id: id }])
    expect((await lookUp[kind](`50x of-${kind}`)).data).toEqual([])
  })

  test('is not found when it is inactive or deleted', async () => {
    await add(`Idle ${kind}`, 'INACTIVE')
    const { id } = await add(`Gone ${kind}`)
    await server.db.execute(
      kind === 'client'
        ? sql`update clients set deleted_at = now() where id = ${id}`
        : sql`update applications set deleted_at = now() where id = ${id}`,
    )
    for (const name of [`Idle ${kind}`, `Gone ${kind}`]) expect((await lookUp[kind](name)).data).toEqual([])
  })

  test.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['spaces', { name: '  ' }],
    ['a long name', { name: 'x'.repeat(201) }],
    ['two names', { name: ['a', 'b'] }],
  ])('is not searched for by %s', async (_case, input) => {
    const call = { application: getApplicationDetails, client: getClientdetails }[kind]
    expect((await server.visitor({ ip: anAddress() }).call(call, input)).status).toBe(400)
  })

  test('is not searched for by a name with a NUL', async () => {
    expect((await lookUp[kind]('Acme\0')).status).toBe(400)
  })
})

test('a caller who looks up many names is slowed down', async () => {
  const production = await startTestServer({ config: { mode: 'production' } })
  const visitor = production.visitor({ ip: anAddress() })
  const statuses: number[] = []
  for (let times = 0; times < 31; times++)
    statuses.push((await visitor.call(getApplicationDetails, { name: `Guess ${times}` })).status)
  expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 200))
  const refused = await visitor.call(getClientdetails, { name: 'Guess' })
  expect(refused).toMatchObject({
    status: 429,
    msg: 'Too many attempts. Wait a little and try again.',
    data: { retryAfterSeconds: expect.any(Number) },
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await production.visitor({ ip: anAddress() }).call(getClientdetails, { name: 'Guess' })).status).toBe(200)
  await production.close()
})
