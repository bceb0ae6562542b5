import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Page } from '@gatehouse/contract/paging.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import sql, { raw } from 'sql-template-tag'
import { beforeAll, expect } from 'vitest'
import { someoneWith } from './console.ts'
import type { Answer, TestServer, Visitor } from './server.ts'

export type Sent = Record<string, unknown>

/** The example data of a resource, for the tests that every resource must pass. */
export type Example<Row extends RecordRow> = {
  resource: Resource<Row>
  table: string
  /** The permissions to see all records, unless that is simply the permission to read. */
  readers?: Permission[]
  /** The body of a create, field by field as specified; every call is for another record. */
  form: () => Promise<Sent>
  /** The fields that a change sends in place of the form's. */
  change: Sent
  /** The expected fields of the row, after a create and after a change. */
  shown: (form: Sent) => object
  changed: object
  /** The shown value of a searchable or sortable column. */
  values: Record<string, (row: Row) => string | number>
  /** Another form with the same name, when names must be unique. */
  duplicate?: (form: Sent) => Promise<Sent>
  /** The error for a duplicate, when the resource has no name. */
  taken?: string
  /** Refused forms, with their errors. */
  refused: [change: Sent, message: string][]
}

export type Calls<Row extends RecordRow> = ReturnType<typeof callsOf<Row>>

/** The calls of a resource, made by a person who may manage it and nothing else. */
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
  /** A refused call stores nothing, except its audit line. */
  async function expectRefused(call: () => Promise<Answer<unknown>>, expected: Partial<Answer<unknown>>) {
    const before = await stored()
    expect(await call()).toMatchObject(expected)
    expect(await stored()).toEqual(before)
  }

  return { ...example, call, create, changeOf, byId, page, expectRefused, mayRead, server }
}
