import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql, { raw } from 'sql-template-tag'
import { beforeAll, expect } from 'vitest'
import { someoneWith } from './console.ts'
import type { Answer, TestServer, Visitor } from './server.ts'

export type Sent = Record<string, unknown>

/** What a resource sends and shows, for the tests that every one of them passes. */
export type Example<Row extends RecordRow> = {
  resource: Resource<Row>
  table: string
  /** What lets people see all of it, where that is not simply the permission to read. */
  readers?: Permission[]
  /** What a create sends, field by field as specified; each time of another record. */
  form: () => Promise<Sent>
  /** What a change sends instead of what the form has. */
  change: Sent
  /** A part of the row after the form, and after the change. */
  shown: (form: Sent) => object
  changed: object
  /** The shown value of a searchable or sortable column. */
  values: Record<string, (row: Row) => string | number>
  /** Another form of the same name, where there can be only one. */
  duplicate?: (form: Sent) => Promise<Sent>
  /** What is said of it, where it has no name. */
  taken?: string
  /** Forms that are refused, by what is wrong with them. */
  refused: [change: Sent, message: string][]
}

export type Calls<Row extends RecordRow> = ReturnType<typeof callsOf<Row>>

/** The calls of a resource, made by somebody who may manage it and nothing else. */
export function callsOf<Row extends RecordRow>(server: () => TestServer, example: Example<Row>) {
  const { resource, table, form, change, readers } = example
  const { idKey, read, write } = resource
  const mayRead: Permission[] = readers ?? (read === 'session' ? [] : [read])
  let author: Visitor
  beforeAll(async () => {
    author = (await someoneWith(server(), [...mayRead, write, 'audit:read'])).visitor
  })
  const call: Visitor['call'] = (endpoint, input) => author.call(endpoint, input)

  const create = async (sent?: Sent) => {
    const answer = await call(resource.create, sent ?? (await form()))
    if (answer.status !== 200) throw new Error(`create answered ${answer.status}: ${answer.msg}`)
    return answer.data
  }
  const changeOf = (row: Row, sent: Sent) => ({ ...sent, ...change, [idKey]: row._id })
  const byId = (row: RecordRow) => ({ [idKey]: row._id })
  const page = async (query: Sent) =>
    (await call(resource.list, { page: 0, pageSize: 100, ...query })).data as Page<Row>
  const stored = async () => {
    const { rows } = await server().db.execute(sql`
      select (select json_agg(t order by t.id) from ${raw(table)} t) as records,
        (select count(*) from audit_events where event <> 'access.refused') as audit`)
    return rows[0]
  }
  /** Nothing is stored by a call that is refused, but for the line that says so. */
  async function expectRefused(call: () => Promise<Answer<unknown>>, expected: Partial<Answer<unknown>>) {
    const before = await stored()
    expect(await call()).toMatchObject(expected)
    expect(await stored()).toEqual(before)
  }

  return { ...example, call, create, changeOf, byId, page, expectRefused, mayRead, server }
}
