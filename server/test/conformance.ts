import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import sql, { raw } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { type Calls, callsOf, type Example, type Sent } from './conformance-calls.ts'
import { keepWhatIsLeftOut } from './conformance-left-out.ts'
import { listsItsRecords } from './conformance-lists.ts'
import { auditOf, someoneWith } from './console.ts'
import type { TestServer, Visitor } from './server.ts'

const UNKNOWN_ID = '018f0000-0000-7000-8000-000000000000'

/** Tests what every resource of the console does and refuses, through its seven calls. */
export function behavesAsResource<Row extends RecordRow>(server: () => TestServer, example: Example<Row>) {
  describe(`${example.resource.name}, like every resource,`, () => {
    const calls = callsOf(server, example)
    listsItsRecords(calls)
    changesItsRecords(calls)
    keepWhatIsLeftOut(calls)
    isClosedToOthers(calls)
  })
}

function changesItsRecords<Row extends RecordRow>(calls: Calls<Row>) {
  const { resource, table, form, change, call, create, changeOf, byId, page, expectRefused, mayRead, server } = calls
  const { idKey } = resource

  test('are created, with their author and an audit line', async () => {
    const sent = await form()
    const answer = await call(resource.create, sent)
    expect(answer).toMatchObject({ status: 200, code: 200, msg: resource.create.message })
    expect(answer.data).toMatchObject({ ...calls.shown(sent), version: 1, deletedAt: null })
    const [line] = await auditOf(server(), answer.data._id)
    const { rows } = await server().db.execute<{ author: string }>(
      sql`select created_by as author from ${raw(table)} where id = ${answer.data._id}`,
    )
    expect(line).toMatchObject({ event: `${resource.name}.created`, actorId: rows[0]?.author })
    expect(line?.detail.changes).not.toEqual([])
  })

  test('are changed, with an audit line of the fields before and after', async () => {
    const sent = await form()
    const row = await create(sent)
    const answer = await call(resource.update, changeOf(row, sent))
    expect(answer).toMatchObject({ status: 200, msg: resource.update.message })
    expect(answer.data).toMatchObject({ ...calls.changed, _id: row._id, version: 2, createdAt: row.createdAt })
    const line = (await auditOf(server(), row._id)).at(-1)
    expect(line?.event).toBe(`${resource.name}.updated`)
    const changes = line?.detail.changes as { field: keyof Row; before: unknown; after: unknown }[]
    expect(changes.length).toBeGreaterThan(0)
    for (const { field, before, after } of changes) {
      expect(before).toEqual(row[field])
      expect(after).toEqual(answer.data[field])
    }
    const { data: history } = await call(resource.history, { id: row._id })
    expect(history.map(({ event }) => event)).toEqual([`${resource.name}.updated`, `${resource.name}.created`])
  })

  test('refuse the second of two concurrent changes, and name the first author to who may read people', async () => {
    const sent = await form()
    const row = await create(sent)
    const { data: current } = await call(resource.update, { ...changeOf(row, sent), version: 1 })
    await expectRefused(() => call(resource.update, { ...changeOf(row, sent), version: 1 }), {
      status: 409,
      msg: 'Someone else has changed this in the meantime.',
      data: { current, changedBy: mayRead.includes('users:read') ? 'Rohan Rao' : '', changedAt: current.updatedAt },
    })
  })

  test('are deleted, listed among the deleted records, and restored', async () => {
    const row = await create()
    expect(await call(resource.remove, byId(row))).toMatchObject({
      status: 200,
      msg: resource.remove.message,
      data: { _id: row._id },
    })
    const isIn = async (query: Sent) => (await page(query)).rows.some(({ _id }) => _id === row._id)
    expect([await isIn({}), await isIn({ deleted: true })]).toEqual([false, true])
    for (const again of [
      await call(resource.remove, byId(row)),
      await call(resource.update, changeOf(row, await form())),
    ])
      expect(again).toMatchObject({ status: 404, msg: 'Not found' })
    const restored = await call(resource.restore, { id: row._id })
    expect(restored).toMatchObject({ status: 200, data: { _id: row._id, deletedAt: null } })
    expect([await isIn({}), await isIn({ deleted: true })]).toEqual([true, false])
    const events = (await auditOf(server(), row._id)).map(({ event }) => event.split('.')[1])
    expect(events).toEqual(['created', 'deleted', 'restored'])
  })

  test('are listed with the last deleted one first, with who deleted it and when', async () => {
    const [first, second] = [await create(), await create()]
    for (const row of [second, first]) await call(resource.remove, byId(row))
    const { rows } = await page({ deleted: true })
    expect(rows.slice(0, 2)).toMatchObject([{ _id: first._id }, { _id: second._id }])
    // Who may not read people does not read their names either.
    const deletedBy = resource.name === 'users' ? 'Rohan Rao' : ''
    expect(rows[0]).toMatchObject({ deletedBy, deletedAt: expect.stringMatching(/^20.*Z$/) })
    for (const row of [first, second]) await call(resource.restore, { id: row._id })
    expect((await page({})).rows.every(({ deletedAt, deletedBy }) => deletedAt === null && deletedBy === null)).toBe(
      true,
    )
  })

  const { duplicate } = calls
  test.runIf(duplicate)('are unique by name, also after a restore', async () => {
    const sent = await form()
    const row = await create(sent)
    const same = (await duplicate?.(sent)) as Sent
    const taken = { status: 409, msg: calls.taken ?? 'This name is already in use.' }
    await expectRefused(() => call(resource.create, same), taken)
    await call(resource.remove, byId(row))
    await create(same)
    await expectRefused(() => call(resource.restore, { id: row._id }), taken)
  })

  test('take no id, author, version or deletion from a form (T081)', async () => {
    const hostile = {
      version: 7,
      createdBy: UNKNOWN_ID,
      created_by: UNKNOWN_ID,
      updatedBy: UNKNOWN_ID,
      deletedAt: '2020-01-01',
      deleted_at: '2020-01-01',
    }
    const sent = await form()
    const { data: row } = await call(resource.create, { ...sent, ...hostile, _id: UNKNOWN_ID, id: UNKNOWN_ID })
    expect(row).toMatchObject({ version: 1, deletedAt: null })
    expect(row._id).not.toBe(UNKNOWN_ID)
    const { data: changed } = await call(resource.update, { ...hostile, ...changeOf(row, sent), version: 1 })
    expect(changed).toMatchObject({ _id: row._id, version: 2, deletedAt: null, createdAt: row.createdAt })
    const { rows } = await server().db.execute(
      sql`select 1 from ${raw(table)} where id = ${UNKNOWN_ID} or created_by = ${UNKNOWN_ID} or updated_by = ${UNKNOWN_ID}`,
    )
    expect(rows).toEqual([])
  })

  test('are not found if unknown, and are refused by an invalid id', async () => {
    const sent = await form()
    const calls = (id: string) => [
      () => call(resource.update, { ...sent, ...change, [idKey]: id }),
      () => call(resource.remove, { [idKey]: id }),
      () => call(resource.restore, { id }),
    ]
    for (const call of calls(UNKNOWN_ID)) await expectRefused(call, { status: 404, msg: 'Not found' })
    for (const call of calls(`${UNKNOWN_ID}' or true --`))
      await expectRefused(call, { status: 400, msg: 'Id is required' })
  })

  test.each(calls.refused)('are refused with %j', async (part, msg) => {
    const sent = await form()
    await expectRefused(() => call(resource.create, { ...sent, ...part }), { status: 400, msg })
  })
}

function isClosedToOthers<Row extends RecordRow>(calls: Calls<Row>) {
  const { resource, form, create, changeOf, byId, expectRefused, mayRead, server } = calls

  const changing = async (visitor: Visitor) => {
    const row = await create()
    const sent = await form()
    return [
      () => visitor.call(resource.create, sent),
      () => visitor.call(resource.update, changeOf(row, sent)),
      () => visitor.call(resource.remove, byId(row)),
      () => visitor.call(resource.restore, { id: row._id }),
      () => visitor.call(resource.uses, { id: row._id }),
    ]
  }

  test('are closed to visitors', async () => {
    const visitor = server().visitor()
    for (const call of [...(await changing(visitor)), () => visitor.call(resource.list)])
      await expectRefused(call, { status: 401, data: null })
  })

  test('are closed without the permission', async () => {
    const others = ['users:write', 'roles:write', 'clients:write', 'messages:write'] as const
    const { visitor } = await someoneWith(
      server(),
      others.filter((one) => one !== resource.write),
    )
    const calls = await changing(visitor)
    if (resource.read !== 'session') calls.push(() => visitor.call(resource.list) as never)
    for (const call of calls) await expectRefused(call, { status: 403, msg: 'You are not allowed to do this.' })
  })

  test.runIf(resource.read !== 'session')(
    'with only the permission to change them can be changed, but not read',
    async () => {
      const { visitor } = await someoneWith(server(), [resource.write])
      const row = await create()
      const sent = await form()
      await visitor.call(resource.remove, byId(row))
      const answers = [
        await visitor.call(resource.restore, { id: row._id }),
        await visitor.call(resource.update, changeOf(row, sent)),
        await visitor.call(resource.create, await form()),
      ]
      // Records that give access to accounts can only be changed with more rights: 403, or 404 when they were not
      // restored.
      const changed = answers.filter(({ status }) => status === 200)
      if (resource.touches.update === undefined) expect(changed).toHaveLength(3)
      for (const { status, data } of changed)
        expect([status, Object.keys(data).toSorted()]).toEqual([200, ['_id', 'version']])
    },
  )

  test('with only the permission to read them can be listed, but not changed', async () => {
    const { visitor } = await someoneWith(server(), calls.readers ?? mayRead)
    for (const call of await changing(visitor)) await expectRefused(call, { status: 403 })
    const row = await create()
    expect((await visitor.call(resource.list)).data).toContainEqual(row)
  })
}
