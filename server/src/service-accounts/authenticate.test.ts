import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { listActivity } from '@gatehouse/contract/admin/activity/activity.ts'
import { startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { KEY_REFUSED } from '@gatehouse/contract/service-accounts.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson } from '../../test/builders.ts'
import { auditOf, useAdministrator } from '../../test/console.ts'
import { jobOf, runJobs } from '../../test/jobs.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { aProgram, aServiceAccount, aServiceKey, programWith } from '../../test/service-accounts.ts'
import { attemptKey } from '../counting/count-attempt.ts'
import { isServiceKey, newServiceKey } from './keys.ts'

const server = useTestServer({ config: { mode: 'production' } })
const admin = useAdministrator(server)

const list = (visitor: Visitor) => visitor.call(users.list, { page: 0 })
const refused = { status: 401, code: 401, msg: KEY_REFUSED, data: null }
const refusalsOf = async (id: string) =>
  (await auditOf(server, id)).filter(({ event }) => event === 'serviceAccounts.key-refused')

describe('a key', () => {
  test('ends with the checksum that scanners compute', () => {
    const key = newServiceKey()
    expect(isServiceKey(key)).toBe(true)
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
    expect(value).toBe(crc32(key.slice('gh_sa_'.length, -6)))
    const typo = key.replace(/.{3}$/, (end) => (end === 'AAA' ? 'BBB' : 'AAA'))
    expect([typo, `${key}A`, key.slice(0, -1), key.replace('gh_sa_', 'gh_xx_')].map(isServiceKey)).toEqual(
      Array(4).fill(false),
    )
  })

  test('is stored as a digest, found by an index, and read in one statement', async () => {
    const { key } = await aProgram(server, ['users:read'])
    const digest = createHash('sha256').update(key).digest('hex')
    const { rows } = await server.db.execute<{ plan: string }>(sql`
      select indexname as plan from pg_indexes
      where tablename = 'service_account_keys' and indexdef like '%UNIQUE%(secret_hash)%'`)
    expect(rows).toHaveLength(1)
    const found = await server.db.execute(sql`
      select 1 from service_account_keys where encode(secret_hash, 'hex') = ${digest}`)
    expect(found.rowCount).toBe(1)
  })

  test.each(['Bearer', 'bearer', 'BEARER'])(
    'is accepted with the scheme %s, and needs no cookie or proof',
    async (scheme) => {
      const { id, key } = await aProgram(server, ['roles:write', 'roles:read'])
      const visitor = server.visitor({ web: false, headers: { authorization: `${scheme} ${key}` } })
      const form = { name: `Made by ${id}`, description: 'By a program', status: 'ACTIVE' }
      const { status, headers } = await visitor.call(roles.create, form)
      expect(status).toBe(200)
      expect(headers['set-cookie']).toBeUndefined()
    },
  )

  test('wins over a cookie: no request acts for two', async () => {
    const { key } = await aProgram(server, ['roles:read'])
    const cookies = { ...admin.cookies }
    const visitor = server.visitor({ web: false, headers: { authorization: `Bearer ${key}` } })
    Object.assign(visitor.cookies, cookies)
    expect((await list(visitor)).status).toBe(403)
  })

  test.each([
    ['revoked', { change: sql`revoked_at = now()`, table: 'key' }],
    ['expired', { change: sql`expires_at = now()`, table: 'key' }],
    ['inactive', { change: sql`status = 'INACTIVE'`, table: 'account' }],
    ['inactive', { change: sql`deleted_at = now()`, table: 'account' }],
    ['address', { change: sql`networks = '{192.0.2.0/24}'`, table: 'account' }],
  ] as const)('that is refused as %s has one answer, and one line of the audit', async (reason, { change, table }) => {
    const { id, visitor } = await aProgram(server, ['users:read'])
    await (table === 'key'
      ? server.db.execute(sql`update service_account_keys set ${change} where account_id = ${id}`)
      : server.db.execute(sql`update service_accounts set ${change} where id = ${id}`))
    for (let times = 0; times < 3; times++) expect(await list(visitor)).toMatchObject(refused)
    expect(await refusalsOf(id)).toMatchObject([{ actorId: null, detail: { reason, name: `Program ${id}` } }])
    const { rows } = await server.db.execute(sql`
      select last_used_at as at from service_account_keys where account_id = ${id}`)
    expect(rows).toEqual([{ at: null }])
  })

  test('that is wrong is counted per address and audited once; the right one is accepted there', async () => {
    const ip = anAddress()
    const statuses = []
    for (let times = 0; times < 22; times++)
      statuses.push((await list(programWith(server, newServiceKey(), ip))).status)
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
    const { rows } = await server.db.execute(sql`
      select detail from audit_events where event = 'serviceAccounts.key-refused' and ip = ${ip}`)
    expect(rows).toEqual([{ detail: { reason: 'unknown' } }])
    const { key } = await aProgram(server, ['users:read'])
    expect((await list(programWith(server, key, ip))).status).toBe(200)
  })

  test('notes its last use with the address at most once a minute', async () => {
    const { id, key } = await aProgram(server, ['users:read'])
    const read = async () => {
      const { rows } = await server.db.execute<{ at: Date; from: string; xmin: string }>(sql`
        select last_used_at as at, last_used_from as from, xmin from service_account_keys where account_id = ${id}`)
      return rows[0]
    }
    await list(programWith(server, key, '198.51.100.9'))
    const first = await read()
    expect(first).toMatchObject({ at: expect.any(Date), from: '198.51.100.9' })
    await list(programWith(server, key, '198.51.100.10'))
    expect(await read()).toEqual(first)
    await server.db.execute(sql`
      update service_account_keys set last_used_at = now() - interval '61 seconds' where account_id = ${id}`)
    await list(programWith(server, key, '::ffff:198.51.100.10'))
    expect(await read()).toMatchObject({ from: '198.51.100.10' })
  })
})

describe('allowed networks', () => {
  test.each([
    [['198.51.100.7'], '198.51.100.7', true],
    [['198.51.100.7'], '198.51.100.8', false],
    [['10.0.0.0/8', '198.51.100.0/24'], '198.51.100.200', true],
    [['198.51.100.0/24'], '::ffff:198.51.100.200', true],
    [['198.51.100.0/24'], '2001:db8::1', false],
    [['2001:db8::/32'], '2001:db8:1::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:db8::5'], '2001:db8::5', true],
    [['2001:db8::5'], '2001:db8::6', false],
    // A caller of the same link has the name of a network card in its address.
    [[], 'fe80::1%eth0', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['fe80::/10'], 'fe80::1%br-lan.7', true],
    [['2001:db8::/32'], 'fe80::1%eth0', false],
  ])('%j and a caller from %s', async (networks, ip, isAllowed) => {
    const account = await aServiceAccount(server, ['users:read'], { networks })
    const { key } = await aServiceKey(server, account.id)
    expect((await list(programWith(server, key, ip))).status).toBe(isAllowed ? 200 : 401)
  })

  test('a refused caller has the same address in the audit, whatever the zone', async () => {
    const { id } = await aServiceAccount(server, ['users:read'], { networks: ['192.0.2.0/24'] })
    const { key } = await aServiceKey(server, id)
    for (const ip of ['fe80::1%eth0', 'fe80::1%br-lan.7']) await list(programWith(server, key, ip))
    const { rows } = await server.db.execute(sql`
      select ip from audit_events where subject_id = ${id} and event = 'serviceAccounts.key-refused'`)
    expect(rows).toEqual([{ ip: 'fe80::/64' }])
  })
})

test('an account is limited to 600 calls a minute, whatever the address; another account is not', async () => {
  const { id, key } = await aProgram(server, ['users:read'])
  const other = await aProgram(server, ['users:read'])
  const call = () => programWith(server, key).call(roles.list, { page: 0 })
  expect((await call()).status).toBe(403)
  // The server has counted 20 requests in advance.
  const counted = attemptKey(server.keys, { bucket: 'key-requests', of: id })
  const { rowCount } = await server.db.execute(sql`
    update throttles set count = 580 where bucket = 'key-requests' and key = ${counted} and count = 20`)
  expect(rowCount).toBe(1)
  const answers = await Promise.all(Array.from({ length: 45 }, call))
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(39)
  const limited = answers.filter(({ status }) => status === 429)
  expect(limited).toHaveLength(6)
  for (const { headers } of limited) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await list(other.visitor)).status).toBe(200)
})

describe('what an account does', () => {
  test('has its name in the audit, also its refusals', async () => {
    const { id, name, visitor } = await aProgram(server, ['roles:write', 'roles:read'])
    const form = { name: `Role of ${id}`, description: 'By a program', status: 'ACTIVE' }
    const { data } = await visitor.call(roles.create, form)
    expect((await auditOf(server, data._id))[0]).toMatchObject({ event: 'roles.created', actorId: id })
    await list(visitor)
    const lines = (await admin.call(listActivity, { actorId: id })).data
    expect(lines.rows).toMatchObject([
      { event: 'access.refused', actor: { _id: id, name, isServiceAccount: true }, subject: name },
      { event: 'roles.created', actor: { _id: id, name, isServiceAccount: true } },
    ])
    await visitor.call(roles.remove, { roleId: data._id })
    const deleted = (await admin.call(roles.list, { page: 0, deleted: 'true', field: 'name', search: form.name })).data
    expect(deleted).toMatchObject({ rows: [{ deletedBy: name }] })
  })

  test('goes on in jobs, with the permissions that it then has', async () => {
    const { id, visitor } = await aProgram(server, ['users:write', 'users:read'])
    const people = [await aPerson(server), await aPerson(server)]
    const start = (person: { id: string }) =>
      visitor.call(startBulkJob, { change: { action: 'deactivate' }, ids: [person.id] })
    const first = (await start(people[0] as { id: string })).data
    await runJobs(server)
    expect((await jobOf(visitor, first._id)).job).toMatchObject({ state: 'done', succeeded: 1 })
    expect((await auditOf(server, people[0]?.id as string)).at(-1)).toMatchObject({ actorId: id })
    const second = (await start(people[1] as { id: string })).data
    await server.db.execute(sql`delete from service_account_permissions where account_id = ${id}`)
    await runJobs(server)
    const { rows } = await server.db.execute(sql`select is_active from users where id = ${people[1]?.id}`)
    expect(rows).toEqual([{ is_active: true }])
    expect(second._id).toBeDefined()
  })
})
