import { spawnSync } from 'node:child_process'
import { makeRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import { getEncryptionKeys } from '@gatehouse/contract/session.ts'
import { consumeRequestRequestPassword } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { addAppTo } from '../../test/authenticators.ts'
import { aPerson, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import { auditOf } from '../../test/console.ts'
import { environmentOf, runGatehouse } from '../../test/gatehouse.ts'
import { useTestServer } from '../../test/server.ts'
import { unnamedDataKey } from '../crypto/keys.ts'
import { asKey, oneDataKey, seal } from '../crypto/seal.ts'
import { makeResealer } from '../keyring/reseal.ts'
import { makeSigningKeys } from '../keyring/signing-keys.ts'
import { closeSetUp, isSetUp } from '../setup/first-administrator.ts'

const NEW_PASSWORD = 'Heron#Meadow73*Lamp'
const server = useTestServer()
const gatehouse = (...args: string[]) => runGatehouse(args, environmentOf(server, '/nonexistent'))
const json = async (...args: string[]) => {
  const { out, err } = await gatehouse(...args, '--json')
  expect(err).toBe('')
  return out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}
const choosePassword = (link: string, newPassword = NEW_PASSWORD) =>
  server.visitor().call(consumeRequestRequestPassword, { uuid: link.split('/').at(-1), newPassword })

describe('admin create', () => {
  test('prints the link of the first administrator, then makes others, who choose a password by a link', async () => {
    expect(await isSetUp(server)).toBe(false)
    expect((await json('admin', 'create'))[0]).toMatchObject({
      isFirst: true,
      link: expect.stringContaining('/setup/'),
    })
    await server.db.transaction(closeSetUp)
    expect(await gatehouse('admin', 'create')).toMatchObject({ code: 2, err: expect.stringContaining('--email') })

    const person = ['--email', 'meera@example.com', '--first-name', 'Meera', '--last-name', 'Nair']
    const [nobody, [{ id, link }]] = await Promise.all([
      gatehouse('admin', 'create', ...person, '--role', 'Nobody'),
      json('admin', 'create', ...person),
    ])
    expect(nobody.err).toContain('no active role "Nobody"')
    expect((await choosePassword(link)).status).toBe(200)
    const signedIn = await signIn(server, server.visitor(), 'meera@example.com', NEW_PASSWORD)
    expect(signedIn.userRole).toEqual([{ RolesDAta: { name: 'Admin' } }])
    const detail = { name: 'Meera Nair', role: 'Admin', by: 'gatehouse' }
    expect((await auditOf(server, id))[0]).toMatchObject({ event: 'users.created', detail })
    expect(await gatehouse('admin', 'create', ...person)).toMatchObject({
      ...{ code: 2, err: expect.stringContaining('has an account already') },
    })
  })
})

describe('admin reset', () => {
  test('voids the password and all sessions, and prints a link that works once', async () => {
    const { person, visitor } = await someoneSignedIn(server, { isAdmin: true })
    await server.db.execute(sql`
      insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
      values (gen_random_uuid(), ${person.id}, 'theirs', '', 0, '{}', 'singleDevice', false, 'Theirs')`)
    await addAppTo(server, visitor)
    await visitor.call(makeRecoveryCodes)
    const options = ['--email', 'rescued@example.com', '--forget-phone']
    const { code, out } = await gatehouse('admin', 'reset', person.email, ...options)
    expect(code).toBe(0)
    expect(out).toContain(
      '1 sessions were ended, and 1 passkeys, 1 authenticator apps and 10 recovery codes removed.\nSigning in still takes a code, which is sent to rescued@example.com.',
    )
    expect(out).not.toContain(PASSWORD)
    const { rows } = await server.db.execute(
      sql`select notice, recipient from messages where user_id = ${person.id} and notice = 'email-changed'`,
    )
    expect(rows).toEqual([{ notice: 'email-changed', recipient: person.email }])
    server.outbox.wake()
    await expect.poll(async () => (await server.inbox(person.email))[0]?.text).toMatch(/Messages now go to r/)
    await expect(signIn(server, visitor, 'rescued@example.com')).rejects.toThrow()
    const [link = ''] = out.split('\n')
    expect((await choosePassword(link, PASSWORD)).status).toBe(400)
    expect((await choosePassword(link)).status).toBe(200)
    expect((await choosePassword(link)).status).not.toBe(200)
    await signIn(server, server.visitor(), 'rescued@example.com', NEW_PASSWORD)
    const lines = await auditOf(server, person.id)
    expect(lines.find(({ event }) => event === 'users.access-reset')?.detail).toMatchObject({
      by: 'gatehouse',
      changes: [
        { field: 'email', before: person.email, after: 'rescued@example.com' },
        { field: 'isPhoneVerified', before: true, after: false },
      ],
    })
    const { id } = await aPerson(server)
    const [without, unknown] = await Promise.all(
      [id, 'nobody@example.com'].map((one) => gatehouse('admin', 'reset', one)),
    )
    expect(without).toMatchObject({ code: 2, err: expect.stringContaining('no role') })
    expect(unknown?.err).toContain('There is no person')
  })
})

describe('users', () => {
  test('are listed in pages, searched, and shown', async () => {
    const people = []
    for (const firstName of ['Zubin', 'Zoya', 'Zara']) people.push(await aPerson(server, { firstName }))
    const [first, second] = await json('users', 'list', '--search', 'z', '--limit', '2')
    expect([first.id, second.id]).toEqual(people.slice(0, 2).map(({ id }) => id))
    const [rest, one, wrong, [shown]] = await Promise.all([
      json('users', 'list', '--search', 'Z', '--after', second.id, '--state', 'active'),
      gatehouse('users', 'list', '--limit', '1'),
      gatehouse('users', 'list', '--limit', 'all'),
      json('users', 'show', people[0]?.email as string),
    ])
    expect(rest).toEqual([expect.objectContaining({ name: 'Zara Rao', role: null, lastSignInAt: null })])
    expect(one.out).toContain('There are more: --after ')
    expect(wrong.code).toBe(2)
    const { id } = await aPerson(server, { firstName: 'Zoë' })
    const typed = 'Zo\u200be\u0308 Rao'
    expect(await json('users', 'list', '--search', typed)).toMatchObject([{ id }])
    const known = { id: people[0]?.id, isActive: true, hasPassword: true, reachedLimits: [], sessions: [] }
    expect(shown).toMatchObject(known)
  })

  test('who made too many attempts can sign in at once after an unlock', async () => {
    const { email, id } = await aPerson(server)
    const wrong = async () => signIn(server, server.visitor({ ip: '198.51.100.9' }), email, 'Wrong#Orbit42*Lamp')
    for (let tries = 0; tries < 20; tries++) await wrong().catch(() => undefined)
    await server.db.execute(sql`
      update throttles set blocked_until = window_ends_at where bucket = 'password-typed' and count >= 5`)
    expect((await json('users', 'show', id))[0].reachedLimits).toEqual(['password-typed'])
    await expect(signIn(server, server.visitor(), email)).rejects.toThrow(/429/)
    expect((await json('users', 'unlock', id))[0]).toEqual({ id, limits: ['password-typed'] })
    await signIn(server, server.visitor(), email)
    expect((await auditOf(server, id)).map(({ event }) => event)).toContain('users.limits-cleared')
    expect((await json('users', 'end-sessions', email))[0]).toEqual({ id, ended: 1 })
    expect((await json('users', 'end-sessions', email))[0]).toEqual({ id, ended: 0 })
    expect((await auditOf(server, id)).filter(({ event }) => event === 'users.sessions-ended')).toHaveLength(1)
  })
})

test('database status names what is pending and missing, and ends with 1', async () => {
  const [state] = await json('database', 'status')
  expect(state).toMatchObject({ isUpToDate: true, pending: [], missingIndexes: [], building: [] })
  await server.db.execute(sql`
    update migrations set tag = '9999_later' where tag = (select max(tag) from migrations)`)
  await server.db.execute(sql`drop index users_role`)
  const { code, out } = await gatehouse('database', 'status')
  expect(code).toBe(1)
  expect(await gatehouse('migrate', 'status')).toMatchObject({ code, out })
  expect(out).toMatch(/^newer {5}9999_later$/m)
  expect(out).toMatch(/^pending {3}\d{4}_/m)
  const last = state.applied.at(-1).tag
  await server.db.execute(sql`update migrations set tag = ${last} where tag = '9999_later'`)
  expect((await gatehouse('database', 'status')).out).toContain('missing   index users_role\nIndexes are missing')
  await server.db.execute(sql`create index users_role on users (role_id)`)
})

test('keys are listed, and renewed when they are a day old', async () => {
  await makeSigningKeys(server.db, server.keys.seal).published()
  // The key of requests is made when it is first asked for.
  expect((await server.visitor().call(getEncryptionKeys)).status).toBe(200)
  expect((await gatehouse('keys', 'rotate')).err).toContain('less than a day old')
  await server.db.execute(sql`update signing_keys set created_at = now() - interval '25 hours'`)
  expect((await gatehouse('keys', 'rotate')).code).toBe(0)
  const keys = await json('keys', 'list')
  expect(keys.map(({ use, algorithm, state }) => `${use} ${algorithm} ${state}`)).toEqual([
    'master AES-256-GCM wraps the stored keys',
    'root HKDF-SHA256 derives keys',
    'data AES-256-GCM seals',
    'tokens RS256 signs next',
    'tokens RS256 signing',
    'tokens ES256 signs next',
    'tokens ES256 signing',
    'requests ECDH-ES in use',
    'audit Ed25519 signing',
  ])
  const own = environmentOf(server, '/nonexistent')
  const other = { ...own, MASTER_KEY: Buffer.alloc(32).toString('base64') }
  expect((await runGatehouse(['keys', 'rotate'], other)).err).toContain('The master key is not that of this database')
  const both = { ...own, MASTER_KEY_PREVIOUS: other.MASTER_KEY }
  expect((await runGatehouse(['keys', 'list'], both)).out).toContain('remove MASTER_KEY_PREVIOUS\n')
})

test('the data key is renewed, and keys list shows how far the sealing is, but no key', async () => {
  expect((await json('keys', 'rotate', '--data'))[0]).toEqual({ isRenewed: true, version: 2 })
  const states = async () => (await json('keys', 'list')).flatMap(({ use, state }) => (use === 'data' ? [state] : []))
  expect(await states()).toEqual(['seals, 0 of ? values sealed again', 'still opens values'])
  await server.db.execute(sql`update stored_keys set created_at = now() - interval '3 minutes' where use = 'data'`)
  await makeResealer(server).runDue()
  expect(await states()).toEqual(['seals', 'former'])
  const { rows } = await server.db.execute<{ key: string }>(
    sql`select encode(wrapped, 'base64') as key from stored_keys`,
  )
  const { out } = await gatehouse('keys', 'list')
  for (const secret of [server.config.masterKey.toString('base64'), ...rows.map(({ key }) => key)])
    expect(out).not.toContain(secret)
})

test('after an upgrade, the data key is renewed only when no server of the former release is left', async () => {
  const former = oneDataKey(asKey(unnamedDataKey(server.config.masterKey)))
  const proof = seal(former, 'installation|value|master-key', 'master-key').toString('base64')
  await server.db.execute(sql`delete from stored_keys`)
  await server.db.execute(sql`update installation set value = ${JSON.stringify(proof)}::jsonb where key = 'master-key'`)
  expect((await gatehouse('keys', 'rotate', '--data')).err).toContain(
    'Update all servers, then repeat this with --yes.',
  )
  expect((await json('keys', 'rotate', '--data', '--yes'))[0]).toEqual({ isRenewed: true, version: 2 })
})

test('completion knows every command and its options', async () => {
  const [bash, zsh, fish] = await Promise.all(['bash', 'zsh', 'fish'].map((shell) => gatehouse('completion', shell)))
  const complete = (...words: string[]) => {
    const script = `${bash?.out}
      COMP_WORDS=(gatehouse ${words.join(' ')}); [[ $1 == next ]] && COMP_WORDS+=('')
      COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _gatehouse; echo "\${COMPREPLY[*]}"`
    return spawnSync('bash', ['-c', script, 'bash', 'next'], { encoding: 'utf8' }).stdout.trim()
  }
  expect(complete()).toMatch(/\bhelp\b.*\badmin\b.*\baudit\b/)
  expect(complete('audit')).toBe('verify export anchor erase')
  expect(complete('audit', 'export', '--format', 'csv')).toBe('--format --since --until --json --help')
  expect(complete('completion')).toBe('bash zsh fish --json --help')
  expect(zsh?.out).toContain('bashcompinit')
  expect(fish?.out).toContain("complete -c gatehouse -n '__fish_seen_subcommand_from audit' -a verify -d ")
})
