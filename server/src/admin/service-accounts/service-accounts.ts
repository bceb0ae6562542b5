import {
  KEY_ENDS_SOON_DAYS,
  type serviceAccounts,
} from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { empty, raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { IS_VALID_KEY } from '../../service-accounts/valid-key.ts'
import { isForThemselves } from '../engine/guard/people.ts'
import { textColumn } from '../engine/list.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import type { Author, Store } from '../engine/store.ts'
import { countUses, tableStore } from '../engine/table-store.ts'
import { networkProblem } from './network-problem.ts'

type Row = Output<typeof serviceAccounts.create>
type Query = Input<typeof serviceAccounts.list>
type Form = Input<typeof serviceAccounts.create>

const ofKeys = (expression: string) =>
  `(select ${expression} from service_account_keys k where k.account_id = t.id and ${IS_VALID_KEY.sql})`
const lastUse = (column: string) =>
  `(select ${column} from service_account_keys k where k.account_id = t.id and k.last_used_at is not null
    order by k.last_used_at desc limit 1)`

const PERMISSIONS = `array(
  select p.name from service_account_permissions ap join permissions p on p.id = ap.permission_id and p.deleted_at is null
  where ap.account_id = t.id order by p.name)`

/** Whether a key of the account `t` ends soon. */
export const KEY_ENDS_SOON = raw(`exists (select 1 from service_account_keys k where k.account_id = t.id
  and ${IS_VALID_KEY.sql} and k.expires_at < now() + interval '${KEY_ENDS_SOON_DAYS} days')`)

const HAS_OWNER = 'exists (select 1 from users u where u.id = t.owner_id and u.is_active and u.deleted_at is null)'
/** Whether nobody is notified of what happens to the account `t`. */
export const IS_OWNERLESS = raw(`not ${HAS_OWNER}`)

const store = tableStore<Row, Query, Form>({
  table: 'service_accounts',
  nameOf: ({ name }) => name,
  source: {
    from: 'service_accounts t left join users o on o.id = t.owner_id',
    select: {
      name: 't.name',
      description: 't.description',
      ownerId: 't.owner_id',
      ownerName: `coalesce(${fullNameIn('o')}, '')`,
      hasOwner: HAS_OWNER,
      permissions: PERMISSIONS,
      networks: 't.networks',
      status: 't.status',
      keyCount: ofKeys('count(*)::int'),
      keysEndAt: ofKeys('min(k.expires_at)'),
      lastUsedAt: lastUse('k.last_used_at'),
      lastUsedFrom: lastUse('k.last_used_from'),
    },
    columns: {
      name: textColumn('t.name'),
      description: textColumn('t.description'),
      permissions: textColumn(`array_to_string(${PERMISSIONS}, ', ')`),
      status: textColumn('t.status'),
      ownerName: textColumn(`coalesce(${fullNameIn('o')}, '')`),
      keysEndAt: { ...textColumn('t.name'), order: ofKeys('min(k.expires_at)') },
      lastUsedAt: { ...textColumn('t.name'), order: lastUse('k.last_used_at') },
    },
  },
  filter: ({ id, isEnding, isOwnerless }) => sql`${id === undefined ? empty : sql`and t.id = ${id}`}
    ${isEnding ? sql`and ${KEY_ENDS_SOON}` : empty} ${isOwnerless ? sql`and ${IS_OWNERLESS}` : empty}`,
  toColumns: ({ name, description, ownerId, networks, status }) => ({
    ...{ name, description, status, owner_id: ownerId, networks },
  }),
  uses: (db, id) =>
    countUses(
      db,
      'keys that work',
      'detaches',
      sql`select k.name || coalesce(' · ' || to_char(k.last_used_at, 'YYYY-MM-DD'), '') as name from service_account_keys k
        where k.account_id = ${id} and ${IS_VALID_KEY}`,
    ),
})

/** Service accounts. The guard judges their permissions after each change is written (ADR 0056). */
export const serviceAccountsStore: Store<Row, Form> = {
  ...store,
  create: async (tx, id, form, by) => {
    await requireSound(tx, form)
    await store.create(tx, id, { ...form, ownerId: form.ownerId ?? creator(by) }, by)
    await storePermissions(tx, id, form.permissions)
  },
  update: async (tx, id, form, by) => {
    await requireSound(tx, form)
    await requireKeptInHand(tx, id, form, by)
    await store.update(tx, id, form, by)
    await storePermissions(tx, id, form.permissions)
  },
  // A restored account starts without keys, as a restored application without sessions.
  remove: async (tx, id) => {
    await tx.execute(sql`
      update service_account_keys set revoked_at = now() where account_id = ${id} and revoked_at is null`)
  },
}

const creator = ({ person }: Author) => ('kind' in person && person.kind === 'person' ? person.userId : undefined)

/**
 * Owners, and their programs, do not give an account away with keys that work: with such a key they could then do for themselves what the guard refuses to
 * the owner.
 *
 * @throws AppError invalid_request at the field
 */
async function requireKeptInHand(tx: Tx, id: string, { ownerId }: Form, { person }: Author): Promise<void> {
  if (ownerId === undefined || !('kind' in person)) return
  const { rows } = await tx.execute<{ former: string }>(sql`
    select a.owner_id as former from service_accounts a
    where a.id = ${id} and a.owner_id <> ${ownerId}
      and exists (select from service_account_keys k where k.account_id = a.id and ${IS_VALID_KEY})`)
  const [{ former } = { former: null }] = rows
  const isRefused = former !== null && (await isForThemselves(tx, former, person))
  refuseFields({ ownerId: isRefused ? 'Revoke its keys before somebody else becomes its owner' : null })
}

/** @throws AppError invalid_request at the field */
async function requireSound(tx: Tx, { ownerId, permissions, networks }: Form): Promise<void> {
  const [owner, known] = await Promise.all([
    tx.execute(sql`select 1 from users where id = ${ownerId ?? null} and is_active and deleted_at is null`),
    tx.execute<{ name: string }>(sql`
      select name from permissions where name = any(${permissions}::text[]) and deleted_at is null`),
  ])
  const unknown = permissions.find((one) => !known.rows.some(({ name }) => name === one))
  refuseFields({
    ownerId: ownerId !== undefined && owner.rows.length === 0 ? 'Choose an active person' : null,
    permissions: unknown === undefined ? null : 'There is no such permission',
    networks: networks.map(networkProblem).find((problem) => problem !== null) ?? null,
  })
}

/** A deleted permission stays attached: it may be restored, and counts for the guard. */
async function storePermissions(tx: Tx, id: string, names: string[]): Promise<void> {
  await tx.execute(sql`
    delete from service_account_permissions ap using permissions p
    where ap.account_id = ${id} and p.id = ap.permission_id and p.deleted_at is null and p.name <> all (${names}::text[])`)
  await tx.execute(sql`
    insert into service_account_permissions (account_id, permission_id)
    select ${id}, id from permissions where name = any(${names}::text[]) and deleted_at is null on conflict do nothing`)
}
