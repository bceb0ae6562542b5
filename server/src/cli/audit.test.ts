import { createPublicKey, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aFolder } from '../../test/folders.ts'
import { environmentOf, runGatehouse } from '../../test/gatehouse.ts'
import { aPreparedDataDir } from '../../test/prepared.ts'
import { cleanUp, start } from '../../test/processes.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { sealLines } from '../audit/chain/seal-lines.ts'
import { publicKeyText } from '../audit/chain/trail-file.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import { deriveKeys } from '../crypto/keys.ts'

const FOLDER = aFolder()

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  await server.close()
  await cleanUp()
  for (const file of ['trail', 'anchors']) rmSync(join(FOLDER, file), { force: true })
})

const environment = () => environmentOf(server, FOLDER)
const gatehouse = (args: string[], env = environment()) => runGatehouse(args, env)

const keep = (name: string, text: string) => {
  const file = join(FOLDER, name)
  writeFileSync(file, text)
  return file
}

async function writeSealed(count: number) {
  for (let i = 0; i < count; i++)
    await recordAudit(server.db, {
      ...{ event: 'users.updated', subjectId: newId(), ip: '203.0.113.7' },
      detail: { name: `=Asha | "${i}"\n` },
    })
  await sealLines(server.db, server)
}

async function tamper(statement: string) {
  const client = await server.db.pool.connect()
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query(`${statement}; commit`)
  client.release()
}

describe('gatehouse', () => {
  test('lists its commands, and says what is wrong with others', async () => {
    const help = await gatehouse(['help'])
    expect(help).toMatchObject({ code: 0, err: '' })
    for (const name of ['audit verify', 'audit export', 'audit anchor', 'audit erase']) expect(help.out).toContain(name)
    expect(await gatehouse(['audit', 'verfy'])).toMatchObject({ code: 2, out: '' })
    expect((await gatehouse(['audit', 'verfy'])).err).toContain('There is no command "audit verfy".')
    expect((await gatehouse(['audit', 'verify', '--help'])).out).toContain('--offline FILE')
    expect(await gatehouse(['audit', 'verify', '--nothing'])).toMatchObject({ code: 2, out: '' })
    expect(await gatehouse(['audit', 'export', '--format', 'xml'])).toMatchObject({ code: 2, out: '' })
    expect(await gatehouse(['audit', 'export', '--since', 'yesterday'])).toMatchObject({ code: 2, out: '' })
  })

  test('says in a sentence that no database can be reached, and makes none', async () => {
    const { code, err } = await gatehouse(['audit', 'verify'], { DATA_DIR: FOLDER })
    expect({ code, err }).toEqual({
      code: 2,
      err: `No server is running on ${FOLDER}. Start it first, or set DATA_DIR or DATABASE_URL as for the server.\n`,
    })
    const gone = await gatehouse(['audit', 'verify'], { ...environment(), DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
    expect(gone.code).toBe(2)
    expect(gone.err).toMatch(/^DATABASE_URL: /)
  })

  test('works beside a server with the embedded database', async () => {
    const dataDir = aPreparedDataDir()
    const anchors = join(FOLDER, 'anchors')
    const running = await start({
      ...{
        DATA_DIR: dataDir,
        AUDIT_ANCHOR_FILE: anchors,
        ADMIN_EMAIL: 'root@example.com',
        ADMIN_PASSWORD: 'Kestrel#Orbit42*Lamp',
      },
    })
    await expect
      .poll(() => gatehouse(['audit', 'anchor'], { DATA_DIR: dataDir }), { timeout: 120_000 })
      .toMatchObject({ code: 0 })
    await expect.poll(() => existsSync(anchors)).toBe(true)
    const { code, out } = await gatehouse(['audit', 'verify', '--json', '--anchor', anchors], { DATA_DIR: dataDir })
    expect({ code, ...JSON.parse(out) }).toMatchObject({
      code: 0,
      isValid: true,
      findings: 0,
      publicKey: expect.any(String),
    })
    const { port } = new URL(running.origin)
    const examined = await gatehouse(['doctor'], { DATA_DIR: dataDir, PORT: port, DEMO: '0' })
    expect(examined.out).toMatch(/^ok {7}address {7}The portal answers there\.$/m)
    expect(examined.out).toMatch(/^ok {7}database {6}PostgreSQL [\d.]+, embedded\.$/m)
    expect(examined).toMatchObject({ code: 0, out: expect.stringContaining('\n0 faults, ') })
    running.kill('SIGTERM')
    await running.exit
    expect((await gatehouse(['audit', 'verify'], { DATA_DIR: dataDir })).err).toContain('No server is running')
  })
})

/** One in 64 keys does, and must not be taken for an option. */
function keyThatBeginsWithDash(): string {
  const key = publicKeyText(createPublicKey(deriveKeys(randomBytes(32)).auditSeals))
  return key.startsWith('-') ? key : keyThatBeginsWithDash()
}

describe('audit verify', () => {
  test('says that all is well, and with which key', async () => {
    await writeSealed(3)
    await recordAudit(server.db, { event: 'signin.completed' })
    const { code, out } = await gatehouse(['audit', 'verify'])
    expect(code).toBe(0)
    expect(out).toContain('The audit is as it was sealed.\n3 lines in 1 seals; 1 lines are not sealed yet;')
    expect(out).toContain(publicKeyText(createPublicKey(server.keys.auditSeals)))
  })

  test('names the line that was changed, and ends with 1', async () => {
    await writeSealed(3)
    await tamper(`update audit_events set detail = '{}' where number = 2`)
    const { code, out } = await gatehouse(['audit', 'verify'])
    expect(code).toBe(1)
    expect(out).toContain('changed: line 2 was changed (seal 1)\n1 findings: the audit is not as it was sealed.')
    const json = await gatehouse(['audit', 'verify', '--json'])
    const [finding, summary] = json.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(finding).toMatchObject({ finding: { kind: 'changed', seal: 1, numbers: [2, 2] } })
    expect(summary).toMatchObject({ isValid: false, findings: 1 })
  })

  test('does not accept seals that were signed with another key', async () => {
    await writeSealed(1)
    const other = { ...environment(), MASTER_KEY: randomBytes(32).toString('base64') }
    expect((await gatehouse(['audit', 'verify'], other)).err).toContain('The master key is not that of this database')
    const foreign = await gatehouse(['audit', 'verify', '--public-key', keyThatBeginsWithDash()])
    expect(foreign).toMatchObject({ code: 1, out: expect.stringContaining('seal changed: seal 1') })
    const missing = await gatehouse(['audit', 'verify', '--public-key', '--json'])
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining("Option '--public-key' argument") })
    const { MASTER_KEY: _, ...without } = environment()
    const unsigned = await gatehouse(['audit', 'verify'], without)
    expect(unsigned).toMatchObject({ code: 0, out: expect.stringContaining('Signatures were not checked') })
  })

  test('names lines of the file of anchors that a full disk has cut off, and checks the others', async () => {
    await writeSealed(2)
    const first = (await gatehouse(['audit', 'anchor'])).out
    await writeSealed(2)
    const second = (await gatehouse(['audit', 'anchor'])).out
    // A former server wrote the next anchor behind the part.
    const anchors = keep('anchors', `${first}${second.slice(0, 40)}${second}${second}${second.slice(0, 20)}`)
    const { code, out } = await gatehouse(['audit', 'verify', '--anchor', anchors])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('The audit is as it was sealed.') })
    expect(out).toContain(`${anchors}: lines 2 and 4 are not whole, as a full disk leaves them, and were not checked.`)
    const json = await gatehouse(['audit', 'verify', '--json', '--anchor', anchors])
    expect({ code: json.code, ...JSON.parse(json.out) }).toMatchObject({
      code: 0,
      isValid: true,
      cutAnchorLines: [2, 4],
    })

    keep('anchors', `${first.slice(0, 20)}\n${second.replace(/"hash":"./, '"hash":"x')}`)
    const rewritten = await gatehouse(['audit', 'verify', '--anchor', anchors])
    expect(rewritten).toMatchObject({ code: 1, out: expect.stringContaining('anchor not in the chain: seal 2') })
    expect(rewritten.out).toContain(`${anchors}: line 1 is not whole,`)

    for (const [text, reason] of [
      ['', 'no line of this file is an anchor.'],
      [first.slice(0, 20), 'no line of this file is an anchor.'],
      [`${first}{"format":"gatehouse-audit-trail"}\n`, 'line 2: this is no anchor.'],
    ] as const) {
      keep('anchors', text)
      const refused = await gatehouse(['audit', 'verify', '--anchor', anchors])
      expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining(reason) })
    }
  })

  test('finds by an anchor that the chain was cut off, or replaced', async () => {
    await writeSealed(2)
    await writeSealed(2)
    const { out } = await gatehouse(['audit', 'anchor'])
    expect(JSON.parse(out)).toMatchObject({ sequence: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const anchors = keep('anchors', out)
    expect((await gatehouse(['audit', 'verify', '--anchor', anchors])).code).toBe(0)

    const cut = ['audit_seals where sequence', 'audit_leaves where seal', 'audit_events where number']
    await tamper(cut.map((what, index) => `delete from ${what} > ${index === 2 ? 2 : 1}`).join(';'))
    expect((await gatehouse(['audit', 'verify'])).code).toBe(0)
    const found = await gatehouse(['audit', 'verify', '--anchor', anchors])
    expect(found).toMatchObject({ code: 1, out: expect.stringContaining('seal 2 was anchored, and is not there') })

    await writeSealed(2)
    const rewritten = await gatehouse(['audit', 'verify', '--anchor', anchors])
    expect(rewritten).toMatchObject({ code: 1, out: expect.stringContaining('the history was rewritten') })
    expect(await gatehouse(['audit', 'verify', '--anchor', keep('anchors', '{"hash":7}')])).toMatchObject({ code: 2 })
  })
})

describe('audit export', () => {
  test('as JSON is verified without a database, whole or in part', async () => {
    await writeSealed(3)
    await writeSealed(2)
    const whole = await gatehouse(['audit', 'export'])
    expect(whole).toMatchObject({ code: 0, err: '' })
    const file = keep('trail', whole.out)
    const verified = await gatehouse(['audit', 'verify', '--offline', file], {})
    expect(verified.code).toBe(0)
    expect(verified.out).toContain('5 lines in 2 seals; 1 lines are not sealed yet;')
    const key = publicKeyText(createPublicKey(server.keys.auditSeals))
    expect((await gatehouse(['audit', 'verify', '--offline', file, '--public-key', key], {})).code).toBe(0)

    keep('trail', whole.out.replace('203.0.113.7', '203.0.113.8'))
    expect(await gatehouse(['audit', 'verify', '--offline', file], {})).toMatchObject({
      ...{ code: 1, out: expect.stringContaining('changed: line 1 was changed (seal 1)') },
    })
    keep('trail', whole.out.split('\n').toSpliced(3, 1).join('\n'))
    expect((await gatehouse(['audit', 'verify', '--offline', file], {})).out).toContain('removed: ')

    const { rows } = await server.db.execute<{ at: string }>(
      sql`select newest_at::text as at from audit_seals where sequence = 2`,
    )
    const part = await gatehouse(['audit', 'export', '--since', rows[0]?.at as string])
    expect(part.out.split('\n')[0]).toContain('"isPart":true')
    keep('trail', part.out)
    const checked = await gatehouse(['audit', 'verify', '--offline', file], {})
    expect(checked).toMatchObject({ code: 0, out: expect.stringContaining('2 lines in 1 seals') })
    keep('trail', 'nothing')
    expect(await gatehouse(['audit', 'verify', '--offline', file], {})).toMatchObject({ code: 2, out: '' })
  })

  test('as CSV and CEF has one line for each, in which nothing breaks out of its place', async () => {
    await writeSealed(2)
    await recordAudit(server.db, { event: 'signin.failed', ip: '2001:db8::1', detail: { a: 'x=y\\z' } })
    const csv = parse((await gatehouse(['audit', 'export', '--format', 'csv'])).out, { bom: true, columns: true })
    expect(csv).toHaveLength(4)
    expect(csv[0]).toMatchObject({ number: '1', event: 'users.updated', ip: '203.0.113.7' })
    expect(JSON.parse((csv[0] as { detail: string }).detail)).toEqual({ name: '=Asha | "0"\n' })

    const cef = (await gatehouse(['audit', 'export', '--format', 'cef'])).out.trimEnd().split('\n')
    expect(cef).toHaveLength(5)
    expect(cef[0]).toMatch(/^CEF:0\|Gatehouse\|Gatehouse\|1\|users\.updated\|users\.updated\|3\|rt=\d+ externalId=/)
    expect(cef[2]).toMatch(/\|signin\.failed\|5\|.* c6a2=2001:db8::1 .* msg=\{"a":"x\\=y\\\\\\\\z"\}$/)
    const none = await gatehouse(['audit', 'export', '--format', 'csv', '--until', '2020-01-01'])
    expect(parse(none.out, { bom: true })).toHaveLength(1)
  })

  test('is an event of the audit itself', async () => {
    await gatehouse(['audit', 'export', '--format', 'csv', '--since', '2026-01-01'])
    const { rows } = await server.db.execute(sql`select event, detail from audit_events`)
    const filter = { format: 'csv', since: '2026-01-01T00:00:00.000Z' }
    expect(rows).toEqual([{ event: 'audit.exported', detail: { by: 'gatehouse', filter } }])
  })
})

test('audit erase removes the details of a person only when it is confirmed, and the audit stays valid', async () => {
  await writeSealed(2)
  const { rows } = await server.db.execute<{ id: string }>(sql`select subject_id as id from audit_events limit 1`)
  const id = rows[0]?.id as string
  expect((await gatehouse(['audit', 'erase', id])).err).toContain('--yes')
  expect((await gatehouse(['audit', 'erase', 'everybody', '--yes'])).code).toBe(2)
  expect(await gatehouse(['audit', 'erase', id, '--yes'])).toMatchObject({
    code: 0,
    out: '1 lines lost their details.\n',
  })
  await sealLines(server.db, server)
  const verified = await gatehouse(['audit', 'verify'])
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('1 lines lost their details by erasure') })
  expect(readFileSync(keep('trail', (await gatehouse(['audit', 'export'])).out), 'utf8')).not.toContain('"0\\\\"')
})
