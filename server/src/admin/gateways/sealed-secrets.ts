import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import sql, { raw } from 'sql-template-tag'
import type { AuditEvent } from '../../audit/record-audit.ts'
import { type DataKeys, seal, unseal } from '../../crypto/seal.ts'
import type { Executor } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { auditBy } from '../engine/changes.ts'
import { type ListColumn, likePart } from '../engine/list.ts'
import type { Store } from '../engine/store.ts'
import { updateRow } from '../engine/table-store.ts'

type Definition<Field extends string, Row, Form> = {
  key: DataKeys
  /** The audit event of replaced secrets, because the audit line of the record only shows masks. */
  event: AuditEvent
  /** The wire name of each secret, and its column. */
  columns: Record<Field, string>
  /** Where a secret is sent, and under which name. A changed one requires the secrets again (requirement P16). */
  destination: (record: Row | Form, field: Field) => unknown[]
}

/** Encrypts the secrets of a form, each bound to its row and column. Absent secrets are kept. */
export function withSecrets<
  Field extends string,
  Row extends RecordRow & Record<Field, string>,
  Form extends Record<Field, string>,
>(store: Store<Row, Form>, { key, event, columns, destination }: Definition<Field, Row, Form>): Store<Row, Form> {
  const fields = Object.keys(columns) as Field[]
  const sealed = (id: string, form: Form) => {
    const given = fields.filter((field) => form[field] !== SECRET_MASK)
    return Object.fromEntries(
      given.map((field) => {
        const place = placeOf(store.table, columns[field], id)
        return [columns[field], form[field] === '' ? null : seal(key, place, form[field])]
      }),
    )
  }
  return {
    ...store,
    create: async (tx, id, form, by) => {
      await store.create(tx, id, form, by)
      await updateRow(tx, store.table, id, sealed(id, form))
    },
    update: async (tx, id, form, by) => {
      const before = await store.find(tx, id)
      if (before === null) throw new AppError('not_found')
      const held = fields.filter((field) => before[field] !== '')
      // An absent name keeps its value.
      const after = { ...before, ...form }
      const isMoved = (field: Field) => String(destination(before, field)) !== String(destination(after, field))
      if (held.some((field) => form[field] === SECRET_MASK && isMoved(field))) throw new AppError('secret_needed_again')
      await store.update(tx, id, form, by)
      await updateRow(tx, store.table, id, sealed(id, form))
      const replaced = held.filter((field) => form[field] !== SECRET_MASK && form[field] !== '')
      if (replaced.length > 0) await auditBy(tx, by, event, id, { name: store.nameOf(before), replaced })
    },
  }
}

/** The secrets of a record, opened, by their wire names; `null`: there is none. */
export async function openSecrets(
  on: Executor,
  key: DataKeys,
  { table, columns }: { table: string; columns: Record<string, string> },
  id: string,
): Promise<Record<string, string | null>> {
  const { rows } = await on.execute<Record<string, Buffer | null>>(
    sql`select ${raw(Object.values(columns).join(', '))} from ${raw(table)} where id = ${id}`,
  )
  const opened = Object.entries(columns).map(async ([field, column]) => {
    const sealed = rows[0]?.[column] ?? null
    return [field, sealed && (await unseal(key, placeOf(table, column, id), sealed))] as const
  })
  return Object.fromEntries(await Promise.all(opened))
}

const placeOf = (table: string, column: string, id: string) => `${table}|${column}|${id}`

/** A list only shows whether a secret is set. */
export const maskOf = (column: string) => `case when ${column} is null then '' else '${SECRET_MASK}' end`

/** Searched by the shown words (requirement C5). A whole word matches only itself, because 'Not set' contains 'set'. */
export function secretColumn(column: string): ListColumn {
  const shown = raw(`case when ${column} is null then 'Not set' else 'Set' end`)
  const matches = (search: string) => {
    const word = ['Set', 'Not set'].find((one) => one.toLowerCase() === search.toLowerCase())
    return word === undefined ? sql`${shown} ilike ${likePart(search)}` : sql`${shown} = ${word}`
  }
  return { order: shown.sql, matches }
}
