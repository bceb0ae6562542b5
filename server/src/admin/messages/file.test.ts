import { listMessageGateways, listMessages, messagesFile } from '@gatehouse/contract/admin/messages/messages.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anApplication, aPerson } from '../../../test/builders.ts'
import { someoneWith } from '../../../test/console.ts'
import { CODE, usePostOffice } from '../../../test/messages.ts'
import { proofOf } from '../../../test/pictures.ts'
import type { Visitor } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'
import { messageLines } from './file.ts'
import { listPageOfMessages, readMessages } from './list.ts'

const { office, server } = usePostOffice()

async function download(who: Visitor, query: Record<string, string> = {}) {
  const url = `${messagesFile.path}?${new URLSearchParams(query)}`
  const { statusCode, headers, body } = await server.app.inject({ method: 'GET', url, headers: await proofOf(who) })
  const [head = '', ...lines] = body.split('\r\n').slice(0, -1)
  return { statusCode, headers, body, head, lines }
}
const idsOf = ({ lines }: { lines: string[] }) => lines.map((line) => /"([0-9a-f-]{36})"/.exec(line)?.[1])

describe('the file', () => {
  test('has the messages that match the filters, with recipient and result, but without their text', async () => {
    const { id: failed } = await office.aFailedMessage()
    const person = await aPerson(server, { firstName: '=Leela' })
    const application = await anApplication(server, { name: 'Roadside' })
    const scope = { applicationId: application.id, clientId: null }
    const sent = await office.aMessage(person.id, 'login-otp', { ...CODE, scope })
    await server.inbox('')
    const file = await download(office.admin)
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="messages.csv"',
      'cache-control': 'no-store',
    })
    expect(file.body.startsWith('\uFEFF"Time","State",')).toBe(true)
    expect(idsOf(file)).toEqual([sent, failed])
    for (const part of ['"sent"', '"Sign-in code"', `"${person.email}"`, `"'=Leela Rao"`, '"Roadside"', '"1"'])
      expect(file.lines[0]).toContain(part)
    expect(file.lines[1]).toContain('554 rejected')
    const { rows } = await server.db.execute<{ body: string; subject: string }>(sql`select body, subject from messages`)
    for (const { body, subject } of rows) for (const said of [body, subject]) expect(file.body).not.toContain(said)
    expect(file.body).not.toContain('482913')
    expect(idsOf(await download(office.admin, { state: 'failed' }))).toEqual([failed])
    expect(idsOf(await download(office.admin, { search: '554' }))).toEqual([failed])
    expect(idsOf(await download(office.admin, { from: new Date(Date.now() - 60_000).toISOString() }))).toEqual([
      sent,
      failed,
    ])
  })

  test('adds an audit line with its filter', async () => {
    await download(office.admin, { state: 'failed', channel: 'email' })
    const { rows } = await server.db.execute(
      sql`select detail, actor_id is not null as "hasActor" from audit_events where event = 'messages.exported' order by number desc limit 1`,
    )
    expect(rows).toEqual([{ detail: { filter: { state: 'failed', channel: 'email' } }, hasActor: true }])
  })

  test('needs the permission to see messages, and refuses unknown filters', async () => {
    const { visitor } = await someoneWith(server, ['users:read', 'audit:read'])
    expect((await download(visitor)).statusCode).toBe(403)
    expect((await server.app.inject({ url: messagesFile.path, headers: { host: 'localhost:3000' } })).statusCode).toBe(
      401,
    )
    for (const query of [{ stat: 'failed' }, { from: 'x' }, { state: 'lost' }])
      expect((await download(office.admin, query as never)).statusCode).toBe(400)
    expect(await office.admin.call(listMessages, { stat: 'failed' } as never)).toMatchObject({ status: 400 })
  })

  test('contains each of several thousand messages once, and ends with a total', async () => {
    await server.db.execute(sql`
      insert into messages (id, channel, notice, language, recipient, has_secret, created_at)
      select gen_random_uuid(), 'email', 'new-device', 'en', 'p' || i || '@example.com', false,
        -- Many at the same moment.
        now() - make_interval(mins => i / 700) from generate_series(1, 2500) i`)
    for (const query of [{}, { to: new Date().toISOString() }] as Record<string, string>[]) {
      const { lines } = await download(office.admin, query)
      expect(lines).toHaveLength(2500)
      expect(new Set(lines.map((line) => /p\d+@/.exec(line)?.[0])).size).toBe(2500)
    }
    const written: string[] = []
    for await (const part of messageLines(readMessages(server.db, {}, 1500), 1500)) written.push(part)
    const lines = written.join('').trimEnd().split('\r\n')
    expect(lines).toHaveLength(1502)
    expect(lines.at(-1)).toBe('"Only the newest 1500 are in this file: choose a shorter time."')
  })
})

test('the gateways offered as a filter are those that messages were sent by', async () => {
  const names = async () => (await office.admin.call(listMessageGateways)).data
  expect(await names()).toEqual([])
  for (const gateway of ['b.example.com', 'A gateway', '', 'b.example.com'])
    await server.db.execute(sql`
      insert into messages (id, channel, notice, language, recipient, has_secret, gateway)
      values (${newId()}, 'email', 'new-device', 'en', 'x@example.com', false, ${gateway})`)
  expect((await names()).toSorted()).toEqual(['A gateway', 'b.example.com'])
})

/** The first characters of `md5('7')`. */
const MD5_OF_7 = '8f14e45fceea'

test('filters by an old period, a gateway and a part of an address use an index', async () => {
  await server.db.execute(sql`
    insert into messages (id, channel, notice, language, recipient, has_secret, gateway, state, created_at)
    select gen_random_uuid(), 'email', 'new-device', 'en', substr(md5(i::text), 1, 12) || '@example.com', false,
      case when i % 5000 = 0 then 'rare.example.com' else 'smtp.example.com' end, 'sent', now() - make_interval(mins => i)
    from generate_series(1, 20000) i`)
  await server.db.execute(sql`vacuum analyze messages`)
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  const cost = (query: object) =>
    server.db.transaction(async (tx) => {
      // Lists are planned for their values.
      await tx.execute(sql`set local plan_cache_mode = auto`)
      const readRows = async () => {
        const { rows } = await tx.execute<{ read: number }>(sql`
          select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables where relname = 'messages'`)
        return rows[0]?.read ?? 0
      }
      const before = await readRows()
      const { total } = await listPageOfMessages(tx, query)
      return { total, read: (await readRows()) - before }
    })
  for (const [query, total] of [
    [{ from: day(12), to: day(11.5) }, 720],
    [{ gateway: 'rare.example.com' }, 4],
    [{ search: MD5_OF_7.slice(2, 9) }, 1],
    // The index does not support parts of two letters, so they match only the beginning.
    [{ search: 'zz' }, 0],
  ] as const) {
    const { total: found, read } = await cost(query)
    expect({ query, found: Math.abs(found - total) <= 1 }).toEqual({ query, found: true })
    expect({ query, isCheap: read < total + 200 }).toEqual({ query, isCheap: true })
  }
})
