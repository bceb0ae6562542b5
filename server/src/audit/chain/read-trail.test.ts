import { createPublicKey } from 'node:crypto'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'
import { recordAudit } from '../record-audit.ts'
import { erasePerson } from './erase-person.ts'
import { readTrail } from './read-trail.ts'
import { removeOldLines } from './retention.ts'
import { sealLines } from './seal-lines.ts'
import type { Finding } from './trail.ts'
import { verifyTrail } from './verify.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.close())

const write = async (count: number, days = 0) => {
  await server.db.execute(sql`
    insert into audit_events (id, event, ip, at, detail)
    select gen_random_uuid(), 'clients.created', '203.0.113.7', now() - make_interval(days => ${days}),
      jsonb_build_object('name', 'Ünïcode "quoted" ' || n, 'amount', n / 7.0, 'changes', jsonb_build_array(n, null, true))
    from generate_series(1, ${count}::int) n`)
}
const writeSealed = async (count: number, days = 0) => {
  await write(count, days)
  await sealLines(server.db, server)
}

async function verify() {
  const findings: Finding[] = []
  const publicKey = createPublicKey(server.keys.auditSeals)
  const found = verifyTrail(readTrail(server.db), { publicKey })
  for (;;) {
    const { done, value } = await found.next()
    if (done) return { findings, summary: value }
    findings.push(value)
  }
}

/** As the owner of the database can, whom no trigger stops. */
async function tamper(statement: string) {
  const client = await server.db.pool.connect()
  await client.query('begin')
  await client.query("set local session_replication_role = 'replica'")
  await client.query(statement)
  await client.query('commit')
  client.release()
}

test('what was sealed verifies: several batches, several pages, unsealed lines and retention', async () => {
  await writeSealed(2600, 400)
  await writeSealed(3)
  await removeOldLines(server.db, server.keys, 365)
  await writeSealed(1700)
  await write(4)
  const { findings, summary } = await verify()
  expect(findings).toEqual([])
  expect(summary).toMatchObject({ seals: 9, lines: 1703, unsealed: 4, emptied: { seals: 3 }, first: 1 })
})

test('erasing a person removes the details of their lines, and the chain stays valid', async () => {
  const [person, other] = [newId(), newId()]
  const line = (subjectId: string | null, actorId: string | null) =>
    recordAudit(server.db, {
      ...{ event: 'users.updated', subjectId, actorId, ip: '203.0.113.9' },
      detail: { name: `Asha ${subjectId === person || subjectId === null}` },
    })
  for (const [subject, actor] of [
    [person, other],
    [person, person],
    [null, person],
    [other, person],
    [other, null],
  ] as const)
    await line(subject, actor)
  await sealLines(server.db, server)
  expect(await erasePerson(server.db, person)).toBe(3)
  await sealLines(server.db, server)
  const { rows } = await server.db.execute<{ ip: string | null; name: string | null }>(
    sql`select ip, detail->>'name' as name from audit_events where event = 'users.updated' order by number`,
  )
  const [erased, kept] = [
    { ip: null, name: null },
    { ip: '203.0.113.9', name: 'Asha false' },
  ]
  expect(rows).toEqual([erased, erased, erased, kept, kept])
  const { findings, summary } = await verify()
  expect(findings).toEqual([])
  expect(summary.erased).toBe(3)
  expect(await erasePerson(server.db, person)).toBe(0)
})

test('an empty trail verifies', async () => {
  expect(await verify()).toMatchObject({ findings: [], summary: { seals: 0, lines: 0, unsealed: 0, newest: null } })
})

const LINE_7 = { seal: 1, numbers: [7, 7] }
test.each<[string, object[]]>([
  [`update audit_events set detail = detail || '{"name":"x"}' where number = 7`, [{ kind: 'changed', ...LINE_7 }]],
  ["update audit_events set at = at + interval '1 microsecond' where number = 7", [{ kind: 'changed', ...LINE_7 }]],
  ['delete from audit_events where number = 7', [{ kind: 'removed', ...LINE_7 }]],
  [
    'delete from audit_events where number = 7; delete from audit_leaves where number = 7',
    [{ kind: 'removed', seal: 1, numbers: [6, 8] }],
  ],
  [
    "insert into audit_events (id, event, at) values (gen_random_uuid(), 'x.y', now() - interval '2 hours')",
    [{ kind: 'inserted', seal: null, numbers: [21, 21] }],
  ],
  [
    "insert into audit_events (id, event, at, number) overriding system value values (gen_random_uuid(), 'x.y', now() - interval '2 hours', 7)",
    [{ kind: 'inserted', seal: null, numbers: [7, 7] }],
  ],
  ['update audit_seals set lines = 9 where sequence = 1', [{ kind: 'seal-changed', seal: 1 }, { kind: 'inserted' }]],
  ['delete from audit_seals where sequence = 1', [{ kind: 'seal-missing', seal: 1 }]],
  ['delete from audit_seals where sequence = 2', [{ kind: 'seal-missing', seal: 2 }]],
  ['delete from audit_events where number > 10', Array.from({ length: 10 }, () => ({ kind: 'removed', seal: 2 }))],
  ['delete from audit_events; delete from audit_leaves', [{ kind: 'removed', seal: 1 }]],
])('tampering is found: %s', async (statement, expected) => {
  await writeSealed(10)
  await writeSealed(10)
  expect((await verify()).findings).toEqual([])
  await tamper(statement)
  expect((await verify()).findings).toMatchObject(expected)
})
