import type { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { hasStrongFactor } from '../../factors/strong-sign-in.ts'
import { textColumn } from '../engine/list.ts'
import type { Author, Store } from '../engine/store.ts'
import { countUses, tableStore } from '../engine/table-store.ts'
import { rightName } from './right-name.ts'

type Row = Output<typeof roles.create>
type Query = Input<typeof roles.list>
type Form = {
  name: string
  description: string
  needsStrongSignIn?: boolean | undefined
  remembersBrowsers?: boolean | undefined
  confirmMinutes?: number | null | undefined
  status: 'ACTIVE' | 'INACTIVE'
}

const store = tableStore<Row, Query, Form>({
  table: 'roles',
  nameOf: ({ name }) => name,
  source: {
    from: 'roles t',
    select: {
      name: 't.name',
      description: 't.description',
      status: 't.status',
      needsStrongSignIn: 't.needs_strong_sign_in',
      remembersBrowsers: 't.remembers_browsers',
      confirmMinutes: 't.confirm_minutes',
      system: 't.system',
      permissions: `(
        select coalesce(json_agg(json_build_object('_id', p.id, 'name', p.name) order by p.name), '[]')
        from role_permissions rp join permissions p on p.id = rp.permission_id and p.deleted_at is null
        where rp.role_id = t.id)`,
    },
    columns: { name: textColumn('t.name'), description: textColumn('t.description'), status: textColumn('t.status') },
  },
  toColumns: ({ name, description, needsStrongSignIn, remembersBrowsers, confirmMinutes, status }) => ({
    name: rightName(name),
    // The same expression as the unique index.
    name_key: rightName(name).toLowerCase(),
    description,
    needs_strong_sign_in: needsStrongSignIn,
    remembers_browsers: remembersBrowsers,
    confirm_minutes: confirmMinutes,
    status,
  }),
  uses: (db, id) =>
    countUses(
      db,
      'people',
      'blocks',
      sql`select first_name || ' ' || last_name as name from users where role_id = ${id} and deleted_at is null`,
    ),
})

/** Roles of the portal. The two built-in ones keep their name and status. */
export const rolesStore: Store<Row, Form> = {
  ...store,
  update: async (tx, id, form, by) => {
    const role = await readRole(tx, id)
    if (role.system !== null && (role.name !== rightName(form.name) || form.status !== 'ACTIVE'))
      throw new AppError('built_in')
    if (form.needsStrongSignIn) await refuseOwnLoss(tx, id, by)
    await store.update(tx, id, form, by)
  },
  remove: async (tx, id) => {
    const { system } = await readRole(tx, id)
    if (system !== null) throw new AppError('built_in')
  },
}

/**
 * A person who makes their own role need a strong sign-in must be able to sign in that way.
 *
 * @throws AppError invalid_request
 */
async function refuseOwnLoss(tx: Tx, roleId: string, { person }: Author): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from users u where u.id = ${person.userId} and u.role_id = ${roleId} and not ${hasStrongFactor('u.id')}`)
  if (rows.length > 0)
    throw new AppError('invalid_request', {
      msg: 'Add a passkey or an authenticator app to your own account first. You would lose your permissions.',
    })
}

type Role = { name: string; system: 'admin' | 'user' | null }

/** @throws AppError not_found */
export async function readRole(tx: Tx, id: string): Promise<Role> {
  const { rows } = await tx.execute<Role>(sql`select name, system from roles where id = ${id}`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}
