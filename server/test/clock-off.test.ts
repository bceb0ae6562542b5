import { getSession } from '@gatehouse/contract/session.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from './builders.ts'
import { useTestServer } from './server.ts'

// Servers with a wrong clock: what they decide, sign and say follows the database's time.

const server = useTestServer({ config: { mode: 'production' } })
afterEach(() => vi.useRealTimers())

const DAY_MS = 86_400_000
const OFF: [string, number][] = [
  ['a day slow', -DAY_MS],
  ['a year fast', 365 * DAY_MS],
]
const setClock = (difference: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + difference })

async function databaseTime(): Promise<number> {
  const { rows } = await server.db.execute<{ time: Date }>(sql`select clock_timestamp() as time`)
  return rows[0]?.time.getTime() as number
}

/** Guesses at an account until the limit for strangers is reached. */
async function reachStrangerLimit(email: string) {
  for (let times = 0; times < 21; times++)
    await server.visitor({ ip: anAddress() }).call(login, { email, password: 'Wrong#Password1' })
}

describe.each(OFF)('at a server whose clock is %s', (_what, difference) => {
  test('the time is that of the database (T056)', async () => {
    await server.db.now()
    setClock(difference)
    expect(Math.abs((await server.db.now()).getTime() - (await databaseTime()))).toBeLessThan(1000)
  })

  test('pages learn the time by which their encrypted requests are judged', async () => {
    setClock(difference)
    const { data } = await server.visitor().call(getSession)
    expect(Math.abs(Date.parse(data.time) - (await databaseTime()))).toBeLessThan(1000)
  })

  test('a known browser stays known', async () => {
    const { email } = await aPerson(server)
    const owner = server.visitor({ ip: anAddress() })
    await signIn(server, owner, email)
    await reachStrangerLimit(email)
    setClock(difference)
    expect(await server.visitor({ ip: anAddress() }).call(login, { email, password: PASSWORD })).toMatchObject({
      status: 429,
    })
    expect(await owner.call(login, { email, password: PASSWORD })).toMatchObject({ status: 200 })
  })

  test('a browser that becomes known there is known for as long as elsewhere', async () => {
    const { email } = await aPerson(server)
    const owner = server.visitor({ ip: anAddress() })
    setClock(difference)
    await signIn(server, owner, email)
    const [, madeAt] = (owner.cookies['__Host-eai_dev'] as string).split('.')
    expect(Math.abs(Number(madeAt) * 1000 - (await databaseTime()))).toBeLessThan(5000)
  })
})
