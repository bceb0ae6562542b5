import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { aPerson } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { aFolder } from '../../test/folders.ts'
import { environmentOf, runGatehouse } from '../../test/gatehouse.ts'
import { untilWaiting } from '../../test/lock-waits.ts'
import { startTestServer, type TestServer, useTestServer } from '../../test/server.ts'
import { EMAIL_SECRETS } from '../admin/gateways/email-configurations.ts'
import { openSecrets } from '../admin/gateways/sealed-secrets.ts'
import { deriveKeys } from '../crypto/keys.ts'
import { asKey, oneDataKey } from '../crypto/seal.ts'
import { makeTemplatePool } from '../notifications/template-pool.ts'
import { fieldsOf, isSecret, nameInFile } from './kind.ts'
import { fileKinds } from './kinds.ts'
import { KEEP } from './secret-references.ts'

const FOLDER = aFolder()
const DATA = aFolder()
const TOKEN_FILE = keep('token', 'token-of-the-mail-server\n')
const ALL_FIELDS = readFileSync(join(import.meta.dirname, '../../test/all-fields.yaml'), 'utf8').replace(
  'TOKEN_FILE',
  TOKEN_FILE,
)
/** People are not in the file: the owners of its applications and gateways are there before it is applied. */
const OWNER = { email: 'claims.owner@example.com' }
const SAMPLE = join(import.meta.dirname, '../../../deploy/configuration.yaml')
const SECRETS = { MAIL_PASSWORD: 'password-of-the-mail-server', SMS_TOKEN: 'token-of-the-texts' }

const server = useTestServer()
const admin = useAdministrator(server)

function keep(name: string, text: string): string {
  const file = join(FOLDER, name)
  writeFileSync(file, text)
  return file
}

const reference = (to: string) => `$\{${to}}`

const config = (words: string[], on: TestServer = server, env: Record<string, string> = {}) =>
  runGatehouse(['config', ...words], { ...environmentOf(on, DATA), ...SECRETS, ...env })

const apply = (text: string, ...options: string[]) => config(['apply', keep('wanted.yaml', text), ...options])
const plan = (text: string, ...options: string[]) => config(['plan', keep('wanted.yaml', text), ...options])

/** What `gatehouse config` wrote in the audit, oldest first. */
async function auditOf(on: TestServer) {
  const { rows } = await on.db.execute<{ event: string; actor: string | null; detail: Record<string, unknown> }>(
    sql`select event, actor_id as actor, detail from audit_events where detail->>'by' = 'gatehouse' order by number`,
  )
  return rows
}

const counts = async (on: TestServer) => {
  const { rows } = await on.db.execute(sql`
    select (select count(*)::int from applications) as applications, (select count(*)::int from webhooks) as webhooks,
      (select count(*)::int from audit_events) as events`)
  return rows[0]
}

/** Every value of a column, as text, in the order of the text. */
async function valuesOf(on: TestServer, table: string, column: string): Promise<(string | null)[]> {
  const { rows } = await on.db.execute<{ value: string | null }>(
    sql`select ${raw(column)}::text as value from ${raw(table)} order by 1`,
  )
  return rows.map(({ value }) => value)
}

/** The columns that must be carried from portal to portal, with their defaults as text. */
async function columnsOf(table: string): Promise<{ column: string; fallback: string | null }[]> {
  const { rows } = await server.db.execute<{ column: string; expression: string | null }>(sql`
    select column_name as column, column_default as expression from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`)
  const carried = rows.filter(({ column }) => !(column in OWN_COLUMNS))
  return Promise.all(
    carried.map(async ({ column, expression }) => {
      const found = await server.db.execute<{ fallback: string | null }>(
        sql`select (${raw(expression ?? 'null')})::text as fallback`,
      )
      return { column, fallback: found.rows[0]?.fallback ?? null }
    }),
  )
}

/** Columns that are not carried from portal to portal as they are. Every other column must be. */
const OWN_COLUMNS: Record<string, string> = {
  id: 'another one in each portal',
  version: 'the history of a record',
  created_at: 'the history of a record',
  created_by: 'the history of a record',
  updated_at: 'the history of a record',
  updated_by: 'the history of a record',
  manifest_id: 'published by each application',
  path: 'published by each application',
  parent: 'published by each application',
  actions: 'published by each application',
  duties: 'with the ids of pages; the exports of both portals, which name the pages, are the same',
  place: 'published by each application',
  withdrawn_at: 'published by each application',
  deleted_at: 'the history of a record',
  application_id: 'a reference by name',
  client_id: 'a reference by name',
  catch_all_client_id: 'a reference by name',
  application_role_id: 'a reference by name',
  page_id: 'a reference by name',
  request_page_id: 'a reference by name',
  owner_id: 'a person, and people are not in the file',
  logo: 'a picture, which is uploaded',
  secret_hash: 'a digest, made in the console',
  secret_name: 'of the secret of an application',
  secret_expires_at: 'of the secret of an application',
  secret_last_used_at: 'of the secret of an application',
  sealed_secret: 'of a webhook, made in the console',
  sealed_previous_secret: 'of a webhook, made in the console',
  previous_until: 'of a webhook, made in the console',
  system: 'of the built-in roles',
  switched_off_at: 'what happened to a webhook',
  sealed_password: 'sealed for one row; compared by the test of secrets',
  sealed_token: 'sealed for one row; compared by the test of secrets',
  sealed_api_code: 'sealed for one row; compared by the test of secrets',
}

const kinds = fileKinds({
  config: { outboundAllow: [], timeZone: 'Asia/Kolkata' },
  keys: { ...deriveKeys(Buffer.alloc(32)), seal: oneDataKey(asKey(Buffer.alloc(32))) },
  templates: makeTemplatePool(),
})

describe('a file', () => {
  let exported = ''

  test('becomes the portal, and its export the same portal elsewhere, with every column', async () => {
    const nobody = await apply(ALL_FIELDS)
    expect(nobody).toMatchObject({ code: 2, out: '' })
    expect(nobody.err).toContain('Nobody has this email address: claims.owner@example.com')
    await aPerson(server, OWNER)
    const applied = await apply(ALL_FIELDS)
    expect(applied).toMatchObject({ code: 0, err: '' })
    const [general, carriers] = applied.out.split('can sign in as anyone: check each of them.')
    expect(general).toContain('Create clients "Acme Insurance Private Limited"')
    expect(carriers).toContain(
      'Create emailConfigurations "Claims · Acme Insurance Private Limited · smtp.example.com ·',
    )
    expect(carriers).toContain('Create emailTemplates "login-otp · hi')
    const { out, err } = await config(['export'])
    expect(err).toBe('')
    exported = out
    for (const { section } of kinds) expect(parse(exported)[section]).not.toEqual([])

    for (const section of ['applications', 'emailConfigurations', 'smsConfigurations'])
      expect(parse(exported)[section][0].owners, section).toEqual([OWNER.email])
    // The line of the page that decides about requests has its id and its name, as one of the console.
    const { rows: lines } = await server.db.execute<{ changes: { field: string; after: string }[] }>(sql`
      select detail->'changes' as changes from audit_events where event = 'applications.updated' and detail::text like '%requestPage%'`)
    const { rows: decides } = await server.db.execute<{ id: string; name: string }>(sql`
      select q.id, q.name from applications a join pages q on q.id = a.request_page_id`)
    expect(lines.map(({ changes }) => changes)).toEqual(
      decides.map(({ id, name }) => [
        { field: 'requestPageId', before: null, after: id },
        { field: 'requestPage', before: '', after: name },
      ]),
    )
    expect(decides).toHaveLength(1)

    const other = await startTestServer()
    await aPerson(other, OWNER)
    const sample = await config(['plan', SAMPLE], other)
    expect(sample).toMatchObject({ code: 1, err: '', out: expect.stringContaining('4 to create, 0 to change') })
    const file = keep('elsewhere.yaml', withSecrets(exported))
    const planned = await config(['plan', file, '--json'], other)
    expect(planned).toMatchObject({ code: 1, err: '' })
    const both = await Promise.all([config(['apply', file, '--json'], other), config(['apply', file, '--json'], other)])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    // What one of them made is what the plan said; the other one found nothing to do.
    const said = both.map(({ out: text }) => text).toSorted((a, b) => a.length - b.length)
    expect(said).toEqual(['{"changes":[]}\n', planned.out])
    const { changes } = JSON.parse(planned.out)
    expect(changes.length).toBeGreaterThan(0)
    for (const change of changes)
      expect(change).toMatchObject({ section: expect.any(String), name: expect.any(String), change: 'create' })
    expect((await config(['export'], other)).out).toBe(exported)

    for (const table of new Set(kinds.map(({ store }) => store.table)))
      for (const { column, fallback } of await columnsOf(table)) {
        const values = await valuesOf(server, table, column)
        expect({ table, column, values: await valuesOf(other, table, column) }).toEqual({ table, column, values })
        // Otherwise the test could not see that a column is missing.
        expect(values.filter((value) => value !== fallback).length, `${table}.${column}`).toBeGreaterThan(0)
      }
    for (const [field, secret] of [
      ['password', SECRETS.MAIL_PASSWORD],
      ['token', 'token-of-the-mail-server'],
    ] as const)
      expect(await secretOf(other, field)).toBe(secret)
    await other.close()
  })

  test('says what the portal keeps because it is stricter', async () => {
    const softer = 'gatehouse: 1\nroles:\n  - name: Desk\n    needsStrongSignIn: false\n'
    const before = await auditOf(server)
    const planned = await config(['plan', keep('softer.yaml', softer)])
    expect(planned).toMatchObject({ code: 1, err: '' })
    expect(planned.out).toContain(
      'Stays stricter than the file: roles "Desk"\n    needsStrongSignIn: true stays; the file says false\n',
    )
    expect(planned.out).toMatch(/^0 to create, 0 to change, 0 to delete.*, 1 that stay stricter than the file\.$/m)
    expect(await config(['apply', keep('softer.yaml', softer)])).toMatchObject({ code: 0, err: '' })
    expect(await auditOf(server)).toEqual(before)
  })

  test('changes what differs, through the servers that run, nothing twice, and after a save that is under way', async () => {
    const changed = exported
      .replace('summary: \'Settle: and "pay"\'', 'summary: Settle and pay')
      .replace('      - https://claims.example.com/second\n', '      - https://claims.example.com/third\n')
      .replace('host: smtp.example.com', 'host: smtp.example.com # unchanged')
      .replace(`password: ${KEEP}`, `password: ${reference('env:OTHER_PASSWORD')}`)
      .replace('reason: Nobody has been named yet.', 'reason: Nobody yet.')
      .replace('      - claims:settle\n      - clients:read', '      - clients:write\n      - clients:read')
    const file = keep('wanted.yaml', changed)
    const other = { OTHER_PASSWORD: 'another-password' }
    const planned = await config(['plan', file], server, other)
    expect(planned).toMatchObject({ code: 1, err: '' })
    expect(planned.out).not.toContain('another-password')
    for (const line of [
      'Change roles "Desk"\n    permissions:\n      − "claims:settle"\n      + "clients:write"\n',
      'Change applications "Claims"\n    name.summary: "Settle: and \\"pay\\"" → "Settle and pay"\n',
      '      − "https://claims.example.com/second"\n      + "https://claims.example.com/third"\n',
      `    password: set → another one, from "${reference('env:OTHER_PASSWORD')}"\n`,
      'Change pages "Claims · Invoices"\n    intendedGaps:\n      − {"client":"Zenith Limited",',
      `\n${SUMMARY}\n`,
    ])
      expect(planned.out).toContain(line)

    const before = await auditOf(server)
    expect((await config(['apply', file], server, other)).out).toBe(
      planned.out.replace(SUMMARY, 'Done: 0 created, 4 changed, 0 deleted.'),
    )
    const { data } = await admin.call(applications.list, { field: 'description', search: 'Claims' })
    expect(data).toMatchObject([
      { name: { summary: 'Settle and pay' }, redirectUris: [expect.any(String), 'https://claims.example.com/third'] },
    ])
    expect(await secretOf(server, 'password')).toBe('another-password')
    const lines = (await auditOf(server)).slice(before.length)
    expect(lines.map(({ event }) => event).sort()).toEqual([
      ...['applications.updated', 'configuration.applied', 'emailConfigurations.secrets-replaced'],
      ...[
        'emailConfigurations.updated',
        'intendedGaps.marked',
        'intendedGaps.unmarked',
        'roles.permission-attached',
        'roles.permission-detached',
      ],
    ])
    expect(lines.every(({ actor }) => actor === null)).toBe(true)
    expect(JSON.stringify(lines)).not.toContain('another-password')

    const vain = await planBesideASave(file, other)
    // As when the time for waiting is over.
    await server.db.execute(sql`
      select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    const refused = { code: 2, out: '', err: expect.stringMatching(/^Others are changing .* Run the command again/) }
    expect(await vain.planned).toMatchObject(refused)
    await vain.release('rollback')
    const { planned: late, release } = await planBesideASave(file, other)
    await release()
    expect(await late).toMatchObject({
      ...{ code: 1, err: '' },
      out: 'Change applications "Keys"\n    tileGroup: "Late" → ""\n0 to create, 1 to change, 0 to delete.\n',
    })
  })
})

/** A plan with the secrets that a new portal needs. */
function withSecrets(text: string): string {
  return text
    .replace(`token: ${KEEP}\n    perSecond`, `token: ${reference(`file:${TOKEN_FILE}`)}\n    perSecond`)
    .replace(`password: ${KEEP}`, `password: ${reference('env:MAIL_PASSWORD')}`)
    .replaceAll(KEEP, reference('env:SMS_TOKEN'))
}

async function secretOf(on: TestServer, field: 'password' | 'token'): Promise<string | null> {
  const { rows } = await on.db.execute<{ id: string }>(sql`select id from email_configurations`)
  const place = { table: 'email_configurations', columns: EMAIL_SECRETS }
  return (await openSecrets(on.db, on.keys.seal, place, rows[0]?.id ?? ''))[field] ?? null
}

const SUMMARY = '0 to create, 4 to change, 0 to delete.'

/** Begins a plan while somebody saves one of its records; resolves when the plan waits for that. */
async function planBesideASave(file: string, env: Record<string, string>) {
  const saving = await server.db.pool.connect()
  await saving.query("begin; update applications set tile_group = 'Late', version = version + 1 where name = 'Keys'")
  const planned = config(['plan', file], server, env)
  await untilWaiting(server, 1)
  const release = async (end: 'commit' | 'rollback' = 'commit') => {
    await saving.query(end)
    saving.release()
  }
  return { planned, release }
}

describe('what is wrong', () => {
  test('with the file is said with its line, all of it, and nothing is changed', async () => {
    const before = await counts(server)
    const unread = await apply(
      [
        'gatehouse: 2',
        'webhook: []',
        'clans: 7',
        'applications:',
        '  - name: {description: A}',
        '    launchmode: oidc',
        '    hasSecret: true',
        '  - tileGroup: B',
        '  - name: {description: 1e3}',
      ].join('\n'),
    )
    expect(unread).toMatchObject({ code: 2, out: '' })
    expect(unread.err.replaceAll(`${FOLDER}/wanted.yaml`, 'F').split('\n')).toEqual([
      'F:1: gatehouse: The version of the format must be 1, as in "gatehouse: 1".',
      'F:2: webhook: There is no section of this name. Did you mean webhooks?',
      'F:3: clans: A section is a list: write [] for none.',
      'F:6: applications.0.launchmode: There is no field of this name. Did you mean launchMode?',
      expect.stringMatching(
        /^F:7: applications\.0\.hasSecret: This is not configured by file: secrets of applications/,
      ),
      'F:8: applications.1.name.description: name.description is part of the name, so it is required.',
      'F:9: applications.2.name.description: name.description is part of the name, so it must be a text: put it in quotes.',
      '',
    ])
    const refused = await apply(
      [
        'gatehouse: 1',
        'applications:',
        '  - name:',
        '      description: Fresh',
        '  - name:',
        '      description: Broken',
        '      colour: red',
        '    launchMode: teleport',
        '  - name:',
        '      description: Claims',
        '    redirectUris: [https://claims.example.com/ok, "javascript:alert(1)"]',
        'pages:',
        '  - {application: Broken, page: A, status: ACTIVE}',
        '  - {application: Nowhere, page: A, status: ACTIVE}',
        '  - {application: Keys, page: Invoices, intendedGaps: [{client: Nobody, reason: A}, {client: Zenith Limited}, {client: Zenith Limited, reason: A}, {client: Zenith Limited, reason: B}]}',
        'emailConfigurations:',
        '  - {application: All, client: All, host: 10.0.0.1, fromMailId: a@example.com, postNo: 25,',
        '     status: ACTIVE, password: in-clear}',
        '  - {application: All, client: All, host: mail.example.com,',
        `     fromMailId: a@example.com, postNo: 25, status: ACTIVE, token: "${KEEP}", password: "${reference('env:MASTER_KEY')}"}`,
        'webhooks:',
        '  - {name: Last, url: "https://127.0.0.1/", events: [user.created], status: ACTIVE}',
      ].join('\n'),
    )
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).not.toContain('in-clear')
    expect(refused.err.replaceAll(`${FOLDER}/wanted.yaml`, 'F').split('\n')).toEqual([
      'F:8: applications.1.launchMode: Choose one from the list',
      expect.stringMatching(/^F:11: applications\.2\.redirectUris\.1: /),
      'F:14: pages.1.application: There is no "Nowhere" among applications, neither here nor earlier in the file.',
      'F:15: pages.2.intendedGaps.0: There is no "Nobody" among clients, neither here nor earlier in the file.',
      'F:15: pages.2.intendedGaps.1: reason: Reason is required',
      'F:15: pages.2.intendedGaps.3: This is in the list already.',
      expect.stringMatching(/^F:18: emailConfigurations\.0\.password: Secrets are not written in this file\./),
      'F:20: emailConfigurations.1.password: MASTER_KEY is not set.',
      expect.stringMatching(/^F:22: webhooks\.0\.url: .*inside the network/),
      '',
    ])
    expect(await counts(server)).toEqual(before)
  })

  test.each([
    ['beyond what can be read', `clans: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['without an end', `clans: ${'[{'.repeat(1_000_000)}`],
    ['and read', `clans: ${'['.repeat(60)}${']'.repeat(60)}`],
    ['by an alias that contains itself', 'clans: &a [*a]'],
  ])('is said of a file that is nested too deeply, %s', async (_case, clans) => {
    const { code, err } = await plan(`gatehouse: 1\n${clans}\n`)
    expect(code).toBe(2)
    expect(err).toMatch(/^[^ ]*wanted\.yaml: The file is nested too deeply: 50 levels are the most\.\n$/)
  })

  test('is said of text that is not UTF-8, or half a character, and nothing is stored', async () => {
    const given = (description: string) =>
      `gatehouse: 1\npermissions:\n  - { name: 'text:whole', description: ${description}, status: ACTIVE }\n`
    const before = await counts(server)
    const latin = join(FOLDER, 'latin.yaml')
    writeFileSync(latin, given("'caf\u00e9'"), 'latin1')
    for (const command of ['plan', 'apply'])
      expect(await config([command, latin])).toMatchObject({
        ...{ code: 2, out: '', err: `${latin}:3: This line is not UTF-8. Save the file as UTF-8.\n` },
      })
    writeFileSync(latin, given('cafe'), 'utf16le')
    expect((await config(['plan', latin])).code).toBe(2)
    const half = await apply(given('"caf\\ud83d"'))
    expect(half).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/yaml:3: permissions\.0\.description: /),
    })
    expect(half.err).toContain('This has half a character: \\ud83d. Write the whole one.')
    const secret = join(FOLDER, 'latin-secret')
    writeFileSync(secret, 'géheim', 'latin1')
    const gateway = '{application: All, client: All, host: mail.example.com, fromMailId: a@example.com, postNo: 25'
    const unread = `${gateway}, status: ACTIVE, password: "${reference(`file:${secret}`)}"}`
    expect(
      (
        await apply(`gatehouse: 1
emailConfigurations:
  - ${unread}
`)
      ).err,
    ).toContain(`password: ${secret} is not UTF-8.`)
    expect(await counts(server)).toEqual(before)
    expect((await plan(`\ufeff${given('"caf\u00e9 \\ud83d\\ude00"')}`)).out).toContain('caf\u00e9 \ud83d\ude00')
  })

  test('with a deletion is what the console would say, and without --delete nothing is deleted', async () => {
    const file = 'gatehouse: 1\nclients: []\nwebhooks: []\nroles: []\n'
    const kept = await plan(file)
    expect(kept).toMatchObject({ code: 0, out: expect.stringContaining('only with --delete: webhooks "Archive"') })
    const before = await counts(server)
    const refused = await apply(file, '--delete')
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toContain(':2: clients: "Acme Insurance Private Limited" cannot be deleted. In use by')
    expect(await counts(server)).toEqual(before)
    const removed = await apply('gatehouse: 1\nwebhooks: []\nroles: []\n', '--delete')
    expect(removed.out).toMatch(
      /Delete roles "Desk"\n[\s\S]*Delete webhooks "Archive"\nDone: 0 created, 0 changed, 2 deleted\.\n/,
    )
    const { rows } = await server.db.execute(sql`select name from webhooks where deleted_at is not null`)
    expect(rows).toEqual([{ name: 'Archive' }])
  })
})

test('every field of a record is in the file, is a reference, or is left out for a reason', () => {
  for (const kind of kinds) {
    const fields = fieldsOf(kind)
    const secrets = fields.filter((field) => isSecret(kind, field))
    expect([kind.section, Object.keys(kind.secrets).sort()]).toEqual([kind.section, secrets.sort()])
    const names = [...fields.map((field) => nameInFile(kind, field)), ...Object.keys(kind.links)]
    expect([kind.section, new Set(names).size]).toEqual([kind.section, names.length])
    // An id of another portal means nothing.
    const ids = fields.filter((field) => /Id$|^([Aa]pplication|[Cc]lient)$/.test(field) && !(field in kind.references))
    expect([kind.section, ids.filter((field) => !OWN_IDS.includes(field))]).toEqual([kind.section, []])
  }
  const inFile = kinds.map(({ section }) => section)
  expect(RESOURCES.map(({ name }) => name).filter((name) => !inFile.includes(name))).toEqual(['users'])
})

/** Ids of other systems: plain texts. */
const OWN_IDS = ['roleId', 'fromMailId', 'ccMailId', 'gatewayId', 'entityId', 'TemplateId']
