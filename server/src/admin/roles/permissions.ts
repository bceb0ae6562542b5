import type { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { PERMISSIONS } from '@gatehouse/contract/permissions.ts'
import sql from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { textColumn } from '../engine/list.ts'
import type { Store } from '../engine/store.ts'
import { countUses, tableStore } from '../engine/table-store.ts'

type Row = Output<typeof permissions.create>
type Query = Input<typeof permissions.list>
type Form = { name: string; description: string; status: 'ACTIVE' | 'INACTIVE' }

const CATALOGUE = Object.keys(PERMISSIONS)

const store = tableStore<Row, Query, Form>({
  table: 'permissions',
  nameOf: ({ name }) => name,
  source: {
    from: 'permissions t',
    select: {
      name: 't.name',
      description: 't.description',
      status: 't.status',
      catalogue: `t.name in (${CATALOGUE.map((name) => `'${name}'`).join(', ')})`,
    },
    columns: { name: textColumn('t.name'), description: textColumn('t.description'), status: textColumn('t.status') },
  },
  toColumns: ({ name, description, status }) => ({ name, description, status }),
  uses: async (db, id) => [
    ...(await countUses(
      db,
      'roles',
      'detaches',
      sql`select r.name from role_permissions rp join roles r on r.id = rp.role_id and r.deleted_at is null
        where rp.permission_id = ${id}`,
    )),
    ...(await countUses(
      db,
      'service accounts',
      'detaches',
      sql`select a.name from service_account_permissions ap join service_accounts a on a.id = ap.account_id
        where ap.permission_id = ${id} and a.deleted_at is null`,
    )),
    ...(await countUses(
      db,
      'clients, points of contact and clans',
      'detaches',
      sql`select coalesce(c.display_name, p.name, n.name) as name from record_permissions rp
        left join clients c on c.id = rp.record_id left join pocs p on p.id = rp.record_id
        left join clans n on n.id = rp.record_id where rp.permission_id = ${id}`,
    )),
  ],
})

/** Permissions. Those of the catalogue guard the console itself: they keep their name and stay active. */
export const permissionsStore: Store<Row, Form> = {
  ...store,
  create: async (tx, id, form, by) => {
    await store.create(tx, id, form, by)
    // The role Admin has all permissions (requirement C1).
    await tx.execute(sql`
      insert into role_permissions (role_id, permission_id) select id, ${id} from roles where system = 'admin'`)
  },
  update: async (tx, id, form, by) => {
    const name = await findName(tx, id)
    if (isCatalogue(name) && (name !== form.name || form.status !== 'ACTIVE')) throw new AppError('built_in')
    await store.update(tx, id, form, by)
  },
  remove: async (tx, id) => {
    if (isCatalogue(await findName(tx, id))) throw new AppError('built_in')
  },
}

const isCatalogue = (name: string) => CATALOGUE.includes(name)

/** The name of a permission, or empty. */
export async function findName(db: Db | Tx, id: string): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select name from permissions where id = ${id}`)
  return rows[0]?.name ?? ''
}
