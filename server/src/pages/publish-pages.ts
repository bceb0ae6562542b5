import type { ManifestPage, PublishedPages } from '@gatehouse/contract/pages.ts'
import { oneSpelling } from '@gatehouse/contract/record-name.ts'
import sql from 'sql-template-tag'
import { type AuditEntry, recordAudit } from '../audit/record-audit.ts'
import { newId } from '../crypto/ids.ts'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { nameProblem } from '../identity/name-problem.ts'
import type { Notifier } from '../notifications/notify.ts'
import { checkManifest } from './check-manifest.ts'
import { notifyOfNewPages } from './notify-of-new-pages.ts'
import { refuseMovedNames } from './refuse-moved-names.ts'
import { AUTHOR, IS_PAGE_USED, removeUnusedPages } from './remove-unused.ts'

/** Who publishes: the application itself, or somebody in the console, who may or may not decide what roles may use. */
type Publisher = Pick<AuditEntry, 'actorId' | 'sessionId' | 'ip'> & { assignsPages: boolean }

type Stored = Pick<ManifestPage, 'name' | 'description' | 'path' | 'parent' | 'actions'> & {
  id: string
  manifestId: string | null
  place: number
  isWithdrawn: boolean
  isUsed: boolean
}

type Wanted = ManifestPage & { place: number }

/** A stored page, and what the manifest wants it to be. */
type Known = { page: Stored; wanted: Wanted }

/** Names of each kind in a line of the audit. */
const NAMES_MAX = 20

/**
 * Makes the pages of an application those of its manifest. A page is known by its id in the manifest. One that was
 * made in the console has none yet: it is known by its name, keeps its roles, and keeps the id that it gets. What is left out stays while a role uses it.
 *
 * @throws AppError not_found; invalid_request when the manifest contradicts itself, or other pages, or moves a name (`refuseMovedNames`); not_allowed when a page
 *   that a role uses gets its id from somebody who may not say what roles use
 */
export async function publishPages(
  deps: Notifier,
  tx: Tx,
  applicationId: string,
  manifest: readonly ManifestPage[],
  { assignsPages, ...by }: Publisher,
): Promise<PublishedPages> {
  checkManifest(manifest)
  // One manifest after the other: two servers of an application start at the same time.
  const { rows: found } = await tx.execute(sql`
    select 1 from applications where id = ${applicationId} and deleted_at is null for no key update`)
  if (found.length === 0) throw new AppError('not_found')
  const stored = await readPages(tx, applicationId)
  const { known, added, leftOut } = compare(stored, manifest)
  const renamed = known.filter(({ page, wanted }) => page.name !== wanted.name)
  refuseLookAlikes([...added, ...renamed.map(({ wanted }) => wanted)])
  // What somebody in the console changes is judged by the trigger of the table; an application is not, because its pages are its own.
  if (by.actorId === null)
    await refuseMovedNames(tx, applicationId, [
      ...added.map(({ name }) => ({ id: null, name })),
      ...renamed.map(({ page, wanted }) => ({ id: page.id, name: wanted.name })),
    ])
  // An application asks by ids who may use a page. A page that roles use would give them the page whose id it gets.
  if (!assignsPages && known.some(({ page }) => page.manifestId === null && page.isUsed))
    throw new AppError('not_allowed')
  const withdrawn = leftOut.filter(({ isWithdrawn }) => !isWithdrawn)
  if (withdrawn.length > 0)
    await tx.execute(
      sql`update pages set withdrawn_at = now() where id = any(${withdrawn.map(({ id }) => id)}::uuid[])`,
    )
  // Before the new ones, which may have the names of pages that nobody uses.
  const removed = await removeUnusedPages(tx, applicationId)
  refuseTakenNames(
    stored.filter(({ name }) => !removed.includes(name)),
    manifest,
    known,
  )
  const changed = known.filter(({ page, wanted }) => isDifferent(page, wanted))
  // A new page may have the name that a changed one had.
  await updatePages(tx, changed)
  await insertPages(tx, applicationId, added)
  const published: PublishedPages = {
    added: added.map(({ name }) => name),
    changed: changed.map(({ wanted }) => wanted.name),
    withdrawn: withdrawn.map(({ name }) => name).filter((name) => !removed.includes(name)),
    removed,
  }
  const kinds = Object.entries(published).filter(([, names]) => names.length > 0)
  if (kinds.length === 0) return published
  const detail = Object.fromEntries(kinds.flatMap(([kind, names]) => lines(kind, names)))
  await recordAudit(tx, { ...by, event: 'applications.pages-published', subjectId: applicationId, detail })
  if (added.length > 0)
    await notifyOfNewPages(deps, tx, { applicationId, names: published.added, publisherId: by.actorId ?? null })
  return published
}

const lines = (kind: string, names: string[]): [string, unknown][] =>
  names.length > NAMES_MAX
    ? [
        [kind, names.slice(0, NAMES_MAX)],
        [`${kind}Count`, names.length],
      ]
    : [[kind, names]]

async function readPages(tx: Tx, applicationId: string): Promise<Stored[]> {
  const { rows } = await tx.execute<Stored>(sql`
    select id, manifest_id as "manifestId", name, description, path, parent, actions, place,
      withdrawn_at is not null as "isWithdrawn", ${IS_PAGE_USED} as "isUsed"
    from pages p where application_id = ${applicationId} and deleted_at is null for update of p`)
  return rows
}

/** Which pages of the manifest are known, which are new, and which published ones are left out. */
function compare(stored: readonly Stored[], manifest: readonly ManifestPage[]) {
  const byId = new Map(stored.flatMap((page) => (page.manifestId === null ? [] : [[page.manifestId, page] as const])))
  const byName = new Map(
    stored.filter(({ manifestId }) => manifestId === null).map((page) => [keyOf(page), page] as const),
  )
  const known: Known[] = []
  const added: Wanted[] = []
  for (const [place, page] of manifest.entries()) {
    const same = byId.get(page.id) ?? byName.get(keyOf(page))
    if (same === undefined) added.push({ ...page, place })
    else known.push({ page: same, wanted: { ...page, place } })
  }
  const kept = new Set(known.map(({ page }) => page.id))
  return { known, added, leftOut: stored.filter(({ id, manifestId }) => manifestId !== null && !kept.has(id)) }
}

/** A name that was stored under older rules may have another spelling. */
const keyOf = ({ name }: { name: string }) => oneSpelling(name).toLowerCase()

/** A page that is renamed cannot have the name of one that the manifest does not have. */
function refuseTakenNames(stored: readonly Stored[], manifest: readonly ManifestPage[], known: readonly Known[]) {
  const kept = new Set(known.map(({ page }) => page.id))
  const others = new Set(stored.filter(({ id }) => !kept.has(id)).map(keyOf))
  const taken = manifest.find((page) => others.has(keyOf(page)))
  if (taken !== undefined)
    throw new AppError('invalid_request', { msg: `There is another page with the name ${taken.name}` })
}

/** A page that has its name already keeps it: an application publishes whenever it starts. */
function refuseLookAlikes(named: readonly Wanted[]) {
  for (const { name } of named) {
    const problem = nameProblem(name)
    if (problem !== null) throw new AppError('invalid_request', { msg: `${name}: ${problem}` })
  }
}

/** A description that was written in the console stays while the manifest has none. */
const isDifferent = (page: Stored, wanted: Wanted) =>
  page.manifestId !== wanted.id ||
  page.isWithdrawn ||
  page.name !== wanted.name ||
  (wanted.description !== '' && page.description !== wanted.description) ||
  page.path !== wanted.path ||
  page.parent !== wanted.parent ||
  page.place !== wanted.place ||
  JSON.stringify(page.actions) !== JSON.stringify(wanted.actions)

const COLUMNS = sql`(id uuid, "manifestId" text, name text, description text, path text, parent text, place int, actions text[])`

const toRow = (id: string, { id: manifestId, ...page }: Wanted) => ({ ...page, id, manifestId })

async function insertPages(tx: Tx, applicationId: string, added: Wanted[]) {
  if (added.length === 0) return
  const rows = JSON.stringify(added.map((page) => toRow(newId(), page)))
  await tx.execute(sql`
    insert into pages (id, application_id, manifest_id, name, description, path, parent, place, actions)
    select id, ${applicationId}, "manifestId", name, description, path, parent, place, actions
    from jsonb_to_recordset(${rows}::jsonb) as m ${COLUMNS}`)
}

async function updatePages(tx: Tx, changed: readonly Known[]) {
  if (changed.length === 0) return
  const renamed = changed.filter(({ page, wanted }) => page.name !== wanted.name).map(({ page }) => page.id)
  // Two pages may exchange their names.
  if (renamed.length > 0) await tx.execute(sql`update pages set name = id::text where id = any(${renamed}::uuid[])`)
  const rows = JSON.stringify(changed.map(({ page, wanted }) => toRow(page.id, wanted)))
  await tx.execute(sql`
    update pages p set manifest_id = m."manifestId", name = m.name, path = m.path, parent = m.parent, place = m.place,
      actions = m.actions, description = case when m.description = '' then p.description else m.description end,
      withdrawn_at = null, version = p.version + 1, updated_at = now(), updated_by = ${AUTHOR}
    from jsonb_to_recordset(${rows}::jsonb) as m ${COLUMNS} where p.id = m.id`)
}
