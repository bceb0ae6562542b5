import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { type SecurityCheck, securityChecklist } from '@gatehouse/contract/admin/security/checklist.ts'
import { factorCoverage } from '@gatehouse/contract/admin/security/coverage.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, test } from 'vitest'
import { giveAppTo, someoneWithApp } from '../../../test/authenticators.ts'
import { aClient, anApplication, anAssignment, aPerson } from '../../../test/builders.ts'
import { anAdministrator, someoneWith } from '../../../test/console.ts'
import { aRole } from '../../../test/roles.ts'
import { startTestServer, type TestServer, useTestServer } from '../../../test/server.ts'
import { sealLines } from '../../audit/chain/seal-lines.ts'
import type { Config } from '../../config.ts'
import { judgeArchive } from './judge-archive.ts'
import { judgeAuditStream } from './judge-audit-stream.ts'
import { judgeSettings } from './judge-settings.ts'

const server = useTestServer()

/** People with a permission and nothing stronger than an emailed code, counted another way. */
async function countBare(): Promise<number> {
  const { rows } = await server.db.execute<{ count: number }>(sql`
    select count(distinct u.id)::int as count from users u join roles r on r.id = u.role_id
      left join role_permissions p on p.role_id = r.id
    where u.is_active and u.deleted_at is null and r.deleted_at is null and r.status = 'ACTIVE'
      and (p.role_id is not null or r.system = 'admin')
      and u.id not in (select user_id from passkeys union select user_id from authenticators)`)
  return rows[0]?.count ?? 0
}

async function checksOf(on: TestServer = server) {
  const { visitor } = await someoneWith(on, ['audit:read'])
  const { status, data } = await visitor.call(securityChecklist)
  expect(status).toBe(200)
  return (kind: SecurityCheck) => data.find((one) => one.kind === kind)
}
const execute = (statement: Parameters<TestServer['db']['execute']>[0]) => server.db.execute(statement)

test('the checklist is for those who may read the activity', async () => {
  const { visitor } = await someoneWith(server, ['users:read', 'applications:write'])
  expect((await visitor.call(securityChecklist)).status).toBe(403)
})

describe('the records', () => {
  test('one administrator is too few, a second one is enough', async () => {
    const alone = await startTestServer()
    await anAdministrator(alone)
    expect((await checksOf(alone))('administrators')).toMatchObject({ state: 'warning', count: 1 })
    await anAdministrator(alone)
    expect((await checksOf(alone))('administrators')).toMatchObject({ state: 'good', count: 2 })
    await alone.close()
  })

  test('roles that an emailed code is enough for are named, and people who have nothing stronger', async () => {
    const weak = await aRole(server, ['users:read'])
    const strong = await aRole(server, ['users:read'])
    const harmless = await aRole(server, [])
    await execute(sql`update roles set needs_strong_sign_in = true where id = ${strong}`)
    const [bare, equipped, ordinary] = [
      await aPerson(server, { firstName: 'Bare' }),
      await someoneWithApp(server),
      await aPerson(server, { firstName: 'Ordinary' }),
    ]
    const join = (id: string, role: string) => execute(sql`update users set role_id = ${role} where id = ${id}`)
    await join(bare.id, strong)
    await join(equipped.person.id, weak)
    await join(ordinary.id, harmless)
    const roles = (await checksOf())('strongSignIn')
    expect(roles?.state).toBe('warning')
    expect(roles?.names).toContain(`Role ${weak}`)
    expect(roles?.names).not.toContain(`Role ${strong}`)
    expect(roles?.names).not.toContain(`Role ${harmless}`)
    const people = (await checksOf())('strongFactors')?.names.map((name) => name.split(' ')[0])
    expect(people).toContain('Bare')
    expect(people).not.toContain('Ordinary')
    expect((await checksOf())('strongFactors')?.count).toBe(await countBare())
  })

  test('people with a permission who have not signed in for 90 days are named, others are not', async () => {
    const named = async (firstName: string, permissions: Parameters<typeof aRole>[1], days: number) => {
      const { id } = await aPerson(server, { firstName })
      const role = await aRole(server, permissions)
      await execute(sql`
        update users set role_id = ${role}, last_sign_in_at = now() - make_interval(days => ${days}) where id = ${id}`)
    }
    await named('Quiet', ['users:read'], 91)
    await named('Recent', ['users:read'], 89)
    await named('Harmless', [], 400)
    const names = (await checksOf())('quietPeople')?.names.map((name) => name.split(' ')[0])
    expect(names).toContain('Quiet')
    expect(names).not.toContain('Recent')
    expect(names).not.toContain('Harmless')
  })

  test('applications opened over http are named, those on this machine are not', async () => {
    const open = (name: string, redirectUrl: string) => anApplication(server, { name, redirectUrl })
    await open('Plain', 'http://app.example.com/login')
    await open('Safe', 'https://app.example.com/login')
    await open('Local', 'http://localhost:4000/login')
    await open('Lookalike', 'http://localhost.example.com/login')
    const { state, names } = (await checksOf())('applicationAddresses') ?? {}
    expect([state, names]).toEqual(['danger', ['Lookalike', 'Plain']])
  })

  test('applications with a secret that has not been used for 90 days are named once', async () => {
    const [first, second] = [await anApplication(server), await anApplication(server)]
    await execute(sql`
      update applications set secret_hash = '\\x00', secret_last_used_at = now() - interval '91 days' where id = ${first.id}`)
    await execute(sql`
      update applications set secret_hash = '\\x00', secret_last_used_at = now() - interval '89 days' where id = ${second.id}`)
    await execute(sql`
      insert into application_secrets (id, application_id, name, secret_hash, last_used_at)
      values (gen_random_uuid(), ${first.id}, 'Old', '\\x00', now() - interval '1 year')`)
    const { rows } = await execute(sql`select name from applications where id = ${first.id}`)
    expect((await checksOf())('unusedSecrets')).toMatchObject({ state: 'warning', count: 1, names: [rows[0]?.name] })
  })

  test('audit lines that wait for their seal for minutes are counted', async () => {
    await execute(sql`
      insert into audit_events (id, event, at) values (gen_random_uuid(), 'session.opened', now() - interval '6 minutes')`)
    expect((await checksOf())('auditSealed')).toMatchObject({ state: 'danger', count: 1 })
    await execute(sql`delete from audit_unsealed`)
    expect((await checksOf())('auditSealed')).toMatchObject({ state: 'good', count: 0 })
  })
})

describe('the archive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-archive-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const judge = (archive: Config['archive'], databaseUrl: string | null = null) =>
    judgeArchive(server.db, { archive, databaseUrl })

  test('is judged by its folder, what waits and the age of the newest base copy', async () => {
    expect(await judge(null)).toMatchObject({ state: 'good', names: ['off'] })
    expect(await judge(null, 'postgres://db.example.com/portal')).toMatchObject({ state: 'good', names: ['elsewhere'] })
    expect((await checksOf())('archive')).toMatchObject({ state: 'good', names: ['off'] })
    const archive = { folder, everyHours: 24, keep: 7 }
    expect(await judge(archive)).toMatchObject({
      state: 'danger',
      names: ['failing', expect.stringContaining('exist')],
    })
    const { rows } = await execute(sql`
      select system_identifier::text as id, pg_walfile_name(pg_current_wal_lsn()) as "from" from pg_control_system()`)
    const { id, from } = rows[0] as { id: string; from: string }
    mkdirSync(join(folder, id, 'wal'), { recursive: true })
    expect(await judge(archive)).toMatchObject({ state: 'danger', names: ['base'] })
    const madeHoursAgo = async (hours: number) => {
      // A minute more: this clock may be a little ahead of the database's own.
      const at = new Date((await server.db.now()).getTime() - hours * 3_600_000 - 60_000).toISOString()
      const base = join(folder, id, 'base', `base-${at.replace(/[-:]|\.\d+/g, '')}`)
      mkdirSync(base, { recursive: true })
      const made = { startedAt: at, finishedAt: at, timeline: 1, from, to: from, bytes: 1 }
      writeFileSync(join(base, 'base.json'), JSON.stringify(made))
    }
    await madeHoursAgo(37)
    expect(await judge(archive)).toMatchObject({ state: 'danger', count: 37, names: ['base'] })
    await madeHoursAgo(25)
    expect(await judge(archive)).toMatchObject({ state: 'good', count: 25 })
  })
})

test('the activity leaves the database: sent to a receiver, or its seals to a file', async () => {
  const checkWith = (config: Partial<Config>) => judgeAuditStream(server.db, { ...server.config, ...config })
  expect(await checkWith({})).toMatchObject({ state: 'warning' })
  expect(await checkWith({ auditAnchorFile: '/var/log/anchors' })).toMatchObject({ state: 'good' })
  const auditStream = { url: new URL('syslog+tls://siem.example.com:6514') } as Config['auditStream']
  await sealLines(server.db, server)
  const { number = 0 } = (await execute(sql`select count(*)::int as number from audit_leaves`)).rows[0] ?? {}
  await execute(sql`
    insert into audit_stream (id, seal, position, leased_until, failures, last_error)
    values (1, 0, 0, now(), 3, 'connect ECONNREFUSED')`)
  expect(await checkWith({ auditStream })).toMatchObject({ state: 'good', names: ['siem.example.com:6514'] })
  const client = await server.db.pool.connect()
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query("update audit_seals set sealed_at = now() - interval '6 minutes'; commit")
  client.release()
  expect(await checkWith({ auditStream })).toMatchObject({
    ...{ state: 'danger', count: number, names: ['siem.example.com:6514', 'connect ECONNREFUSED'] },
  })
  expect((await checksOf())('auditStream')).toMatchObject({ state: 'warning', names: [] })
  // The file of anchors could be written when the server started.
  const anchors = { auditStream: null, auditAnchorFile: join(tmpdir(), 'anchors.jsonl') }
  expect(await checkWith(anchors)).toMatchObject({ state: 'good' })
  expect(await checkWith({ ...anchors, auditAnchorFile: '/proc/none/anchors' })).toMatchObject({
    ...{ state: 'warning', names: ['AUDIT_ANCHOR_FILE cannot be written: /proc/none: no such file or directory.'] },
  })
})

describe('the settings', () => {
  const SAFE = {
    mode: 'production',
    trustProxy: ['10.0.0.0/24'],
    publicUrl: new URL('https://portal.example.com'),
    outboundAllow: [],
    metricsListen: null,
    auditKeepDays: 2555,
    databaseUrl: 'postgres://db.example.com/portal',
  } as unknown as Config
  const CONNECTION = { isEncrypted: true, isSuperuser: false, address: '203.0.113.7' as string | null }
  const stateOf = (kind: SecurityCheck, config: Partial<Config>, connection: Partial<typeof CONNECTION>) =>
    judgeSettings({ ...SAFE, ...config }, { ...CONNECTION, ...connection }).find((one) => one.kind === kind)?.state

  test('are all in order for a deployment as recommended', () => {
    expect(judgeSettings(SAFE, CONNECTION).map(({ state }) => state)).toEqual(Array(7).fill('good'))
  })

  test.each<[SecurityCheck, string, Partial<Config>, Partial<typeof CONNECTION>]>([
    ['production', 'warning', { mode: 'development' }, {}],
    ['proxy', 'warning', { trustProxy: [] }, {}],
    ['proxy', 'danger', { trustProxy: ['0.0.0.0/0'] }, {}],
    ['proxy', 'danger', { trustProxy: ['10.0.0.1', '::/0'] }, {}],
    ['proxy', 'good', { trustProxy: [], publicUrl: new URL('http://localhost:3000') }, {}],
    ['databaseConnection', 'danger', {}, { isEncrypted: false }],
    ['databaseConnection', 'warning', {}, { isEncrypted: false, address: '10.189.0.3' }],
    ['databaseConnection', 'warning', {}, { isEncrypted: false, address: 'fd12::3' }],
    ['databaseConnection', 'good', {}, { isEncrypted: false, address: '127.0.0.1' }],
    ['databaseConnection', 'good', {}, { isEncrypted: false, address: '::1' }],
    ['databaseConnection', 'good', {}, { isEncrypted: false, address: null }],
    ['databaseAccount', 'warning', {}, { isSuperuser: true }],
    ['databaseAccount', 'good', { databaseUrl: null }, { isSuperuser: true }],
    ['outbound', 'warning', { outboundAllow: ['mail.internal'] }, {}],
    ['metrics', 'warning', { metricsListen: { host: '0.0.0.0', port: 9464 } }, {}],
    ['metrics', 'good', { metricsListen: { host: '127.0.0.1', port: 9464 } }, {}],
    ['auditKept', 'warning', { auditKeepDays: 364 }, {}],
  ])('%s: %s', (kind, state, config, connection) => {
    expect(stateOf(kind, config, connection)).toBe(state)
  })
})

test('coverage counts the active people of each role by what they can sign in with', async () => {
  const auditor = await someoneWith(server, ['audit:read'])
  const roleId = await aRole(server, ['users:read'])
  const withApp = await someoneWithApp(server)
  const bare = await aPerson(server)
  const gone = await aPerson(server)
  await execute(sql`update users set role_id = ${roleId} where id in (${withApp.person.id}, ${bare.id}, ${gone.id})`)
  await execute(sql`update users set is_active = false where id = ${gone.id}`)
  const answer = async (query: object = {}) =>
    (await auditor.visitor.call(factorCoverage, { pageSize: 100, ...query })).data
  const read = async () => (await answer()).roles.rows.find(({ role }) => role?._id === roleId)
  expect(await read()).toMatchObject({ people: 2, passkeys: 0, authenticators: 1, codesOnly: 1 })
  const { visitor } = await someoneWith(server, ['users:read'])
  const { data } = await visitor.call(users.list, { page: 0, state: 'codesOnly', roleId })
  expect((data as Page<{ _id: string }>).rows.map(({ _id }) => _id)).toEqual([bare.id])
  await execute(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    values (gen_random_uuid(), ${bare.id}, ${bare.id}, '', 0, '{}', 'singleDevice', false, 'Key')`)
  expect(await read()).toMatchObject({ people: 2, passkeys: 1, authenticators: 1, codesOnly: 0 })
  expect((await visitor.call(factorCoverage)).status).toBe(403)

  // What is compared follows what the role needs.
  expect(await read()).toMatchObject({ needs: 'any', withoutPasskey: 1 })
  await execute(sql`update roles set needs_strong_sign_in = true where id = ${roleId}`)
  expect(await read()).toMatchObject({ needs: 'strong' })
  await execute(
    sql`update roles set needs_passkey = true, passkey_from = now() + interval '1 day' where id = ${roleId}`,
  )
  expect(await read()).toMatchObject({ needs: 'passkey', withoutPasskey: 1 })
  const { data: without } = await visitor.call(users.list, { page: 0, state: 'noPasskey', roleId })
  expect((without as Page<{ _id: string }>).rows.map(({ _id }) => _id)).toEqual([withApp.person.id])
  await execute(sql`update roles set needs_strong_sign_in = false where id = ${roleId}`)
  expect(await read()).toMatchObject({ needs: 'any' })

  // Of an application, a client, and both; by pages.
  const [vault, ledger] = [await anApplication(server), await anApplication(server)]
  const [acme, zenith] = [await aClient(server), await aClient(server)]
  await anAssignment(server, bare.id, vault.id, acme.id)
  await anAssignment(server, withApp.person.id, vault.id, zenith.id)
  await anAssignment(server, auditor.person.id, vault.id, zenith.id)
  await anAssignment(server, auditor.person.id, ledger.id, acme.id)
  const peopleOf = async (query: object) => (await answer(query)).everybody.people
  expect(await peopleOf({ applicationId: vault.id })).toBe(3)
  expect(await peopleOf({ clientId: acme.id })).toBe(2)
  expect(await peopleOf({ applicationId: vault.id, clientId: zenith.id })).toBe(2)
  expect(await peopleOf({ applicationId: ledger.id, clientId: zenith.id })).toBe(0)
  const pages = [0, 1, 2].map((page) => answer({ applicationId: vault.id, page, pageSize: 1 }))
  const [first, second, third] = (await Promise.all(pages)).map(({ roles }) => roles)
  expect([first?.total, first?.rows.length, second?.rows.length, third?.rows]).toEqual([2, 1, 1, []])
  expect([first, second].map((page) => page?.rows[0]?.people).sort()).toEqual([1, 2])
})

test('coverage counts neither a passkey that may have been copied nor recovery codes, and leaves out who is deleted or inactive', async () => {
  const auditor = await someoneWith(server, ['audit:read', 'users:read'])
  const roleId = await aRole(server, ['users:read'])
  const [keyed, copied, coded, bare, both, deleted, inactive] = await Promise.all(
    Array.from({ length: 7 }, () => aPerson(server)),
  )
  const withApp = await aPerson(server)
  const ids = [keyed, copied, coded, bare, both, deleted, inactive, withApp].map((person) => person?.id as string)
  await execute(sql`update users set role_id = ${roleId} where id = any(${ids})`)
  for (const person of [keyed, copied, both, deleted, inactive])
    await execute(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
      values (gen_random_uuid(), ${person?.id}, ${person?.id}, '', 0, '{}', 'singleDevice', false, 'Key')`)
  for (const person of [both, withApp, deleted]) await giveAppTo(server, person?.id as string)
  await execute(sql`
    insert into recovery_codes (user_id, code_hash) values (${coded?.id}, '\\x00')`)
  await execute(sql`update passkeys set suspected_at = now() where user_id = ${copied?.id}`)
  await execute(sql`update users set deleted_at = now() where id = ${deleted?.id}`)
  await execute(sql`update users set is_active = false where id = ${inactive?.id}`)

  const answer = (await auditor.visitor.call(factorCoverage, { pageSize: 100 })).data
  const { role: _role, ...ofRole } = answer.roles.rows.find(({ role }) => role?._id === roleId) ?? { role: null }
  expect(ofRole).toEqual({
    ...{ people: 6, passkeys: 2, authenticators: 2, codesOnly: 3, withoutPasskey: 4, needs: 'any' },
  })
  const listed = async (query: object) =>
    (await auditor.visitor.call(users.list, { page: 0, ...query })).data as Page<{ _id: string }>
  const idsOf = async (state: string) => (await listed({ state, roleId })).rows.map(({ _id }) => _id).toSorted()
  expect(await idsOf('codesOnly')).toEqual([copied, coded, bare].map((person) => person?.id).toSorted())
  expect(await idsOf('noPasskey')).toEqual([copied, coded, bare, withApp].map((person) => person?.id).toSorted())
  // The sum of all is the list behind its link, too.
  const { everybody } = answer
  expect((await listed({ state: 'codesOnly' })).total).toBe(everybody.codesOnly)
  expect((await listed({ state: 'noPasskey' })).total).toBe(everybody.people - everybody.passkeys)
})
