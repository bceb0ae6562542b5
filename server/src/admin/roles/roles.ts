import type { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { AppError } from '../../errors.ts'
import { refuseOwnLoss } from '../../factors/strong-sign-in.ts'
import { endOverActings } from '../../sessions/acting.ts'
import { textColumn } from '../engine/list.ts'
import { openInvitations } from '../engine/pair-uses.ts'
import { demandColumns, demandSelect } from '../engine/sign-in-demand.ts'
import type { Store, StoreNeeds } from '../engine/store.ts'
import { countEachUse, tableStore } from '../engine/table-store.ts'

type Row = Output<typeof roles.create>
type Needs = Pick<StoreNeeds, 'config'>
type Query = Input<typeof roles.list>
type Form = {
  name: string
  description: string
  needsStrongSignIn?: boolean | undefined
  needsPasskey?: boolean | undefined
  strongSignInFrom?: string | null | undefined
  remembersBrowsers?: boolean | undefined
  confirmMinutes?: number | null | undefined
  status: 'ACTIVE' | 'INACTIVE'
}

const storeOf = (needs: Needs) =>
  tableStore<Row, Query, Form>({
    table: 'roles',
    nameOf: ({ name }) => name,
    source: {
      from: 'roles t',
      select: {
        name: 't.name',
        description: 't.description',
        status: 't.status',
        ...demandSelect(needs),
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
    toColumns: ({ name, description, remembersBrowsers, confirmMinutes, status, ...demand }) => ({
      name,
      // The same expression as the unique index.
      name_key: name.toLowerCase(),
      description,
      ...demandColumns(needs, demand),
      remembers_browsers: remembersBrowsers,
      confirm_minutes: confirmMinutes,
      status,
    }),
    uses: (db, id) =>
      countEachUse(db, [
        [
          'people',
          'blocks',
          sql`select ${raw(fullNameIn('users'))} as name from users where role_id = ${id} and deleted_at is null`,
        ],
        ['open invitations', 'leaves', openInvitations(sql`role_id = ${id}`)],
      ]),
  })

/** Roles of the portal. The two built-in ones keep their name and status. */
export function rolesStore(needs: Needs): Store<Row, Form> {
  const store = storeOf(needs)
  return {
    ...store,
    judgeUpdate: async (tx, { before, after, by }) => {
      if (before.system !== null && (before.name !== after.name || after.status !== 'ACTIVE'))
        throw new AppError('built_in')
      await refuseOwnLoss(tx, by.person.userId)
      // An acting that ends with this change must not go on when the change is taken back.
      await endOverActings(tx)
    },
    remove: async (tx, id) => {
      const { system } = await readRole(tx, id)
      if (system !== null) throw new AppError('built_in')
    },
  }
}

type Role = { name: string; system: 'admin' | 'user' | null }

/** @throws AppError not_found */
export async function readRole(tx: Tx, id: string): Promise<Role> {
  const { rows } = await tx.execute<Role>(sql`select name, system from roles where id = ${id}`)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}
