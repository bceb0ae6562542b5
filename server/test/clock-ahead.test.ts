import { getSession } from '@gatehouse/contract/session.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD } from './builders.ts'
import { environmentOf, runGatehouse } from './gatehouse.ts'
import { useTestServer } from './server.ts'

// The database's clock was thirty days ahead for a moment and is right again: what was written meanwhile holds up nothing.

const server = useTestServer({ config: { mode: 'production' } })
beforeEach(() => server.db.execute(sql`truncate throttles`))

const WRONG = 'Wrong#Password1'
const aBrowser = (ip = anAddress()) => server.visitor({ ip })

describe('limits', () => {
  /** As if all that is counted now had been counted thirty days ahead. */
  const wereAhead = () =>
    server.db.execute(sql`
      update throttles set window_ends_at = window_ends_at + interval '30 days', blocked_until = blocked_until + interval '30 days'`)

  test('that were reached meanwhile refuse nobody, and what their commands show agrees', async () => {
    const { email, id } = await aPerson(server)
    const ip = anAddress()
    for (let times = 0; times < 21; times++)
      await aBrowser(times < 6 ? ip : anAddress()).call(login, { email, password: WRONG })
    expect(await aBrowser(ip).call(login, { email, password: PASSWORD })).toMatchObject({ status: 429 })
    await server.db.execute(sql`update throttles set blocked_until = window_ends_at where blocked_until is not null`)
    const shown = () => runGatehouse(['users', 'show', id], environmentOf(server, '/nonexistent'))
    expect((await shown()).out).toContain('password-typed')
    await wereAhead()
    expect((await shown()).out).not.toContain('password-typed')
    expect(await aBrowser(ip).call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
  })

  test('count again from now on, and for no longer than their window', async () => {
    const { email } = await aPerson(server)
    const ip = anAddress()
    for (let times = 0; times < 4; times++) await aBrowser(ip).call(login, { email, password: WRONG })
    await wereAhead()
    const answers = []
    for (let times = 0; times < 6; times++)
      answers.push((await aBrowser(ip).call(login, { email, password: WRONG })).status)
    expect(answers).toEqual([401, 401, 401, 401, 401, 429])
    const { rows } = await server.db.execute(sql`
      select bucket from throttles where window_ends_at > now() + interval '2 days' and bucket like 'password-%' and bucket <> 'password-account'`)
    expect(rows).toEqual([])
  })

  test('of one address for everything end, too, also where a server has refused it before', async () => {
    const visitor = aBrowser()
    expect(await visitor.call(getSession)).toMatchObject({ status: 200 })
    await server.db.execute(sql`
      update throttles set count = 1200, blocked_until = window_ends_at where bucket = 'any-requests'`)
    await wereAhead()
    const statuses = new Set<number>()
    for (let times = 0; times < 60; times++) statuses.add((await visitor.call(getSession)).status)
    expect([...statuses]).toEqual([200])
  })

  test('go on where two servers begin a window at almost the same moment', async () => {
    const { email } = await aPerson(server)
    const ip = anAddress()
    for (let times = 0; times < 4; times++) await aBrowser(ip).call(login, { email, password: WRONG })
    // Written by a transaction that began 20 seconds after this one.
    await server.db.execute(sql`update throttles set window_ends_at = window_ends_at + interval '20 seconds'`)
    expect(await aBrowser(ip).call(login, { email, password: WRONG })).toMatchObject({ status: 401 })
    expect(await aBrowser(ip).call(login, { email, password: PASSWORD })).toMatchObject({ status: 429 })
  })

  test('are recorded again when they refuse somebody', async () => {
    const { email } = await aPerson(server)
    const lines = async () => {
      const { rows } = await server.db.execute(
        sql`select from audit_events where event = 'signin.throttled' and detail->>'limit' = 'password-typed'`,
      )
      return rows.length
    }
    const refuse = async () => {
      for (let times = 0; times < 21; times++) await aBrowser().call(login, { email, password: WRONG })
    }
    const before = await lines()
    await refuse()
    await expect.poll(lines).toBe(before + 1)
    await wereAhead()
    await refuse()
    await expect.poll(lines).toBe(before + 2)
  })
})
