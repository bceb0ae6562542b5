import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { REASON_HEADER, REASON_MAX } from '@gatehouse/contract/envelope.ts'
import { textOrEmpty } from '@gatehouse/contract/fields.ts'
import { onOneLine, VISIBLE } from '@gatehouse/contract/hidden-characters.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listAuditEvents } from '../../audit/read-audit.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { readerFor } from '../../http/recent-change.ts'
import { refusedUnconfirmed } from '../../http/refused-unconfirmed.ts'
import { type Call, judgedRoute, route } from '../../http/route.ts'
import type { Caller } from '../../identity/actor.ts'
import { createRecord, isReadableBy, type Kind, removeRecord, restoreRecord, updateRecord } from './changes.ts'
import { type By, type Query, type Store, usesOf } from './store.ts'
import { visibleUses, withoutPeople } from './visible-uses.ts'

/** Serves the seven calls of a resource; each change is one transaction together with its audit line, judged by the guard. */
export function serveResource<Row extends RecordRow, Form, Changes>(
  app: FastifyInstance,
  deps: Deps,
  resource: Resource<Row, Form, Changes>,
  store: Store<Row, Form, Changes, By>,
) {
  const { db } = deps
  const { idKey } = resource
  const kind = { resource, store }
  const change = <T>(work: (tx: Tx) => Promise<T>) => makeChange(deps, work)

  route(app, resource.list, async ({ input, actor, request }) => {
    const from = readerFor(db, request)
    const query: Query = input
    const isPaged = query.page !== undefined || query.pageSize !== undefined
    const person = actor as Caller
    const seen = (rows: Row[]) => rows.map((row) => withoutPeople(row, person))
    if (!isPaged) return seen(await store.listAll(from, query, person))
    const page = await store.listPage(from, query, person)
    return { ...page, rows: seen(page.rows) }
  })
  judgedRoute(app, resource.create, async ({ input, actor, request }) => {
    const by = byOf(actor, request)
    return seenBy(kind, by, await change((tx) => createRecord(tx, kind, input, by)))
  })
  serveUpdate(app, deps, resource, store)
  judgedRoute(app, resource.remove, async ({ input, actor, request }) => {
    const id = String(input[idKey])
    await change((tx) => removeRecord(tx, kind, id, byOf(actor, request)))
    return { _id: id }
  })
  judgedRoute(app, resource.restore, async ({ input, actor, request }) => {
    const by = byOf(actor, request)
    return seenBy(kind, by, await change((tx) => restoreRecord(tx, kind, input.id, by)))
  })
  route(app, resource.uses, async ({ input, actor }) => visibleUses(await usesOf(store, db, input.id), actor as Caller))
  route(app, resource.history, async ({ input, request }) => {
    const { rows } = await listAuditEvents(readerFor(db, request), { subjectId: input.id, pageSize: 100 })
    return rows
  })
}

/** Serves the update of a resource, perhaps at a second address. */
export function serveUpdate<Row extends RecordRow, Form, Changes>(
  app: FastifyInstance,
  deps: Deps,
  resource: Resource<Row, Form, Changes>,
  store: Store<Row, Form, Changes, By>,
  endpoint = resource.update,
) {
  const update = async ({ input, actor, request }: Call<typeof endpoint>) => {
    const { [resource.idKey]: id, version, ...changes } = input as Record<string, unknown>
    const by = byOf(actor, request)
    // The schema has proved id and version; the rest is what it calls the changes.
    const changed = await makeChange(deps, (tx) =>
      updateRecord(tx, { resource, store }, String(id), changes as Changes, by, version as number | undefined),
    )
    return seenBy({ resource, store }, by, changed)
  }
  // A stored name is not judged again, and only `updateRecord` knows it.
  judgedRoute(app, endpoint, update, [])
}

/** A right to change records is none to read them: then the answer says which one it was, and its version. */
function seenBy<Row extends RecordRow, Form, Changes>(
  { resource, store }: Kind<Row, Form, Changes>,
  by: By,
  row: Row,
): Row {
  const { _id, version } = row
  // The contract's answer is either; its type names the one that our own pages get.
  return isReadableBy({ resource, store }, row, by.person) ? withoutPeople(row, by.person) : ({ _id, version } as Row)
}

async function makeChange<T>({ db, outbox }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> {
  const changed = await db.transaction(work).catch(refuseInWords)
  // Sends the notices of the change immediately.
  outbox.wake()
  return changed
}

/** Console calls are made by people: none of them is open to applications. */
export function byOf(actor: unknown, request: FastifyRequest): By {
  const reason = reasonOf(
    () => request.sealedReason ?? decodeURIComponent(String(request.headers[REASON_HEADER] ?? '')),
  )
  return { person: actor as Caller, ip: request.ip, ...(reason !== '' && { reason }) }
}

const reasonField = textOrEmpty(REASON_MAX)

/**
 * On one line, without hidden characters; empty without anything that can be seen.
 *
 * @throws AppError invalid_request for one that is malformed or too long
 */
function reasonOf(read: () => string): string {
  try {
    const reason = reasonField.parse(onOneLine(read()))
    return VISIBLE.test(reason) ? reason : ''
  } catch (cause) {
    throw new AppError('invalid_request', { msg: `A reason has at most ${REASON_MAX} characters.`, cause })
  }
}

/** Where what is there already is no name. */
const TAKEN: Record<string, string> = {
  document_approvals_once: 'This role already approves this page.',
  assignments_once: 'This is already assigned.',
  approval_routings_once: 'This application has a routing already.',
}

/** What the database refuses, in words for people. */
export function refuseInWords(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505')
    throw new AppError('already_exists', { cause: error, data: { constraint }, msg: TAKEN[constraint ?? ''] })
  throw refusedUnconfirmed(error) ?? error
}
