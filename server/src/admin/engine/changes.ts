import type { LeftOut } from '@gatehouse/contract/admin/engine/left-out.ts'
import type { RecordRow, Resource, Use } from '@gatehouse/contract/admin/engine/resource.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import { nameOfActor } from '../../audit/actor-names.ts'
import { diffOf } from '../../audit/changes.ts'
import { type AuditEntry, type AuditEvent, recordAudit } from '../../audit/record-audit.ts'
import { newId } from '../../crypto/ids.ts'
import type { Tx } from '../../db/database.ts'
import { inSavepoint, Unchanged } from '../../db/savepoint.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../../identity/actor.ts'
import { type OneTouch, requireMayTouch } from './guard/guard.ts'
import { lockOf, updateLockOf } from './guard/row-locks.ts'
import { refuseLookAlikes, withSoundNames } from './sound-names.ts'
import { type Author, type By, type Store, usesOf } from './store.ts'
import { visibleUses, withoutPeople } from './visible-uses.ts'

/** A resource and its store, for the four changes below. */
export type Kind<Row extends RecordRow, Form, Changes, Who extends Author = By> = {
  resource: Pick<Resource, 'name' | 'read' | 'touches' | 'names' | 'leftOut'>
  store: Store<Row, Form, Changes, Who>
}

/** Whom a line of the audit names. */
export type Signer = { person: Pick<Author['person'], 'userId' | 'sessionId'>; ip: Author['ip'] }

/** Writes the audit line of a change made in the console, or by an operator. */
export async function auditBy(
  tx: Tx,
  by: Signer,
  event: AuditEvent,
  subjectId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordAudit(tx, lineBy(by, event, subjectId, detail))
}

/** The same line, for whoever writes many at once (`recordAuditLines`). */
export function lineBy(
  { person: { userId, sessionId }, ip }: Signer,
  event: AuditEvent,
  subjectId: string,
  detail: Record<string, unknown>,
): AuditEntry {
  const known = userId === null ? { ...detail, by: 'gatehouse' } : detail
  return { event, actorId: userId, sessionId, ip, subjectId, detail: known }
}

export async function createRecord<Row extends RecordRow, Form, Changes, Who extends Author>(
  tx: Tx,
  { resource, store }: Kind<Row, Form, Changes, Who>,
  form: Form,
  by: Who,
): Promise<Row> {
  const id = newId()
  refuseLookAlikes(resource.names, form)
  await store.nameAuthor?.(tx, by)
  await store.takeTurn?.(tx, id, form)
  await store.create(tx, id, form, by)
  await judge(tx, by, resource.touches.create, id)
  const row = await find(tx, store, id)
  await auditBy(tx, by, `${resource.name}.created`, id, { name: store.nameOf(row), changes: diffOf(null, row) })
  return row
}

/** @throws AppError not_found; changed_meanwhile when `version` is given and out of date */
export async function updateRecord<Row extends RecordRow, Form, Changes, Who extends Author>(
  tx: Tx,
  { resource, store }: Kind<Row, Form, Changes, Who>,
  id: string,
  changes: Changes,
  by: Who,
  version?: number,
): Promise<Row> {
  await store.nameAuthor?.(tx, by)
  await store.lockPeople?.(tx, id, changes)
  await store.takeTurn?.(tx, id, changes)
  const [before] = await inOrder(
    lock(tx, store, id, updateLockOf(store.table, by)),
    judge(tx, by, resource.touches.update, id),
  )
  if (version !== undefined && version !== before.version) {
    const isReadable = by.person.userId === null || isReadableBy({ resource, store }, before, by.person)
    throw await changedMeanwhile(tx, store.table, withoutPeople(before, by.person), isReadable)
  }
  const whole = withSoundNames(resource.names, before, withLeftOut(resource.leftOut, before, changes))
  const write = async (on: Tx) => {
    await store.update(on, id, whole, by)
    // The new state is judged like the former one: the change may have widened a scope or changed a name.
    const [, , after] = await inOrder(
      judge(on, by, resource.touches.update, id),
      markChanged(on, store.table, id, by),
      find(on, store, id),
    )
    await store.judgeUpdate?.(on, { before, after, by })
    return after
  }
  const after = store.makesVersions === true ? await unlessSame(tx, before, write) : await write(tx)
  if (after === before) return before
  await auditBy(tx, by, `${resource.name}.updated`, id, { name: store.nameOf(after), changes: diffOf(before, after) })
  return after
}

/** @throws AppError not_found; in_use if another record needs it */
export async function removeRecord<Row extends RecordRow, Form, Changes, Who extends Author>(
  tx: Tx,
  { resource, store }: Kind<Row, Form, Changes, Who>,
  id: string,
  by: Who,
): Promise<void> {
  await store.nameAuthor?.(tx, by)
  await store.lockPeople?.(tx, id, null)
  await store.takeTurn?.(tx, id, null)
  const [before] = await inOrder(lock(tx, store, id, lockOf(store.table)), judge(tx, by, resource.touches.remove, id))
  const uses = await usesOf(store, tx, id)
  const blocking = uses.filter(({ effect }) => effect === 'blocks')
  if (blocking.length > 0)
    throw new AppError('in_use', { msg: inUseMessage(blocking), data: { uses: visibleUses(uses, by.person) } })
  await store.remove(tx, id, by)
  await tx.execute(sql`update ${raw(store.table)} set deleted_at = now() where id = ${id}`)
  await markChanged(tx, store.table, id, by)
  const gone = uses.map(({ kind, count }) => ({ kind, count }))
  await auditBy(tx, by, `${resource.name}.deleted`, id, {
    name: store.nameOf(before),
    changes: diffOf(before, null),
    detached: gone,
  })
}

/** @throws AppError not_found; belongs_to_deleted if its parent is deleted */
export async function restoreRecord<Row extends RecordRow, Form, Changes, Who extends Author>(
  tx: Tx,
  { resource, store }: Kind<Row, Form, Changes, Who>,
  id: string,
  by: Who,
): Promise<Row> {
  await store.nameAuthor?.(tx, by)
  await store.takeTurn?.(tx, id, null)
  const { rows } = await tx.execute<{ deletedAt: string }>(sql`
    with was as (select id, deleted_at from ${raw(store.table)} where id = ${id} and deleted_at is not null ${lockOf(store.table)})
    update ${raw(store.table)} t set deleted_at = null from was where t.id = was.id returning was.deleted_at::text as "deletedAt"`)
  const [deleted] = rows
  if (deleted === undefined) throw new AppError('not_found')
  await judge(tx, by, resource.touches.restore, id)
  await markChanged(tx, store.table, id, by)
  await store.restore(tx, id, by, deleted.deletedAt)
  const row = await store.find(tx, id)
  if (row === null) throw new AppError('belongs_to_deleted')
  await auditBy(tx, by, `${resource.name}.restored`, id, { name: store.nameOf(row), changes: [] })
  return row
}

/** The record after a change, or as it was, if the change is undone because nothing differs. */
async function unlessSame<Row extends object>(tx: Tx, before: Row, write: (on: Tx) => Promise<Row>): Promise<Row> {
  try {
    return await inSavepoint(tx, async (inner) => {
      const after = await write(inner)
      if (diffOf(before, after).length === 0) throw new Unchanged()
      return after
    })
  } catch (error) {
    if (error instanceof Unchanged) return before
    throw error
  }
}

async function judge(tx: Tx, { person }: Author, touch: RecordTouch, id: string): Promise<void> {
  if (touch !== undefined && person.userId !== null) await requireMayTouch(tx, person, touch, id)
}

type RecordTouch = OneTouch | undefined

/** A caller may have the permission to change records without the permission to read them. */
export function isReadableBy<Row extends RecordRow>(
  {
    resource: { read },
    store: { isVisible },
  }: { resource: Pick<Resource, 'read'>; store: Pick<Store<Row, never, never, never>, 'isVisible'> },
  row: Row,
  person: Caller,
): boolean {
  return isVisible === undefined ? read === 'session' || person.permissions.includes(read) : isVisible(row, person)
}

async function markChanged(tx: Tx, table: string, id: string, by: Author): Promise<void> {
  await tx.execute(sql`
    update ${raw(table)} set version = version + 1, updated_at = now(), updated_by = ${by.person.userId} where id = ${id}`)
}

/** Sends the statements together and checks the results in this order: the first refusal decides. */
async function inOrder<Answers extends unknown[]>(
  ...sent: { [At in keyof Answers]: Promise<Answers[At]> }
): Promise<Answers> {
  for (const one of sent) one.catch(() => undefined)
  const answers: unknown[] = []
  for (const one of sent) answers.push(await one)
  // One result for each, in the same order.
  return answers as Answers
}

/** Locks the record until the transaction ends: against changes and, where the lock says so, against new references. */
async function lock<Row extends RecordRow>(tx: Tx, store: Findable<Row>, id: string, rowLock: Sql) {
  const [{ rows }, row] = await inOrder(
    tx.execute(sql`select 1 from ${raw(store.table)} where id = ${id} and deleted_at is null ${rowLock}`),
    store.find(tx, id),
  )
  if (rows.length === 0 || row === null) throw new AppError('not_found')
  return row
}

type Findable<Row extends RecordRow> = Pick<Store<Row, never, never, never>, 'table' | 'find'>

async function find<Row extends RecordRow>(tx: Tx, store: Findable<Row>, id: string) {
  const row = await store.find(tx, id)
  if (row === null) throw new AppError('not_found')
  return row
}

async function changedMeanwhile(tx: Tx, table: string, current: RecordRow, isReadable: boolean): Promise<AppError> {
  if (!isReadable) return new AppError('changed_meanwhile')
  const { rows } = await tx.execute<{ name: string }>(sql`
    select ${raw(nameOfActor('t.updated_by'))} as name from ${raw(table)} t
    where t.id = ${current._id}`)
  return new AppError('changed_meanwhile', {
    data: { changedBy: rows[0]?.name ?? '', changedAt: current.updatedAt, current },
  })
}

function inUseMessage(uses: Use[]): string {
  return `In use by ${uses.map(({ kind, count }) => `${kind} (${count})`).join(', ')}. Detach or delete them first.`
}

type Fields = Record<string, unknown>

/** The changes of a record with the fields that were left out, as the record has them. */
function withLeftOut<Changes>(leftOut: LeftOut, before: unknown, changes: Changes): Changes {
  const kept = Object.entries(leftOut).flatMap(([name, { whole, inner }]) => {
    const [was, sent] = [(before as Fields)[name], (changes as Fields)[name]]
    if (sent === undefined) return whole ? [[name, was]] : []
    return Object.keys(inner).length === 0 ? [] : [[name, withLeftOut(inner, was, sent)]]
  })
  return { ...changes, ...Object.fromEntries(kept) }
}
