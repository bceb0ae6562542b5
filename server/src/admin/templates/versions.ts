import { listTemplateVersions, type TemplateVersion } from '@gatehouse/contract/admin/templates/versions.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw, type Sql } from 'sql-template-tag'
import { nameOfActor } from '../../audit/actor-names.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { Author } from '../engine/store.ts'

const SHOWN_MAX = 100

/** The versions of templates. A restore is an ordinary change with an old text. */
export function serveTemplateVersions(app: FastifyInstance, { db }: Deps) {
  route(app, listTemplateVersions, async ({ input: { id } }) => {
    const { rows } = await db.execute<TemplateVersion>(sql`
      select kept.version, kept.at, nullif(trim(${raw(nameOfActor('kept.created_by'))}), '') as "by", "TemplateId", "Subject", "Template"
      from (
        select version, created_at as at, created_by, registered_id as "TemplateId", subject as "Subject", body as "Template"
        from template_versions where template_id = ${id}
        union all
        -- Never saved here: as it was put in.
        select version, updated_at, updated_by, template_id, subject, body from templates t
        where t.id = ${id} and not exists (select 1 from template_versions v where v.template_id = t.id)
      ) as kept
      order by kept.version desc limit ${SHOWN_MAX}`)
    if (rows.length === 0) throw new AppError('not_found')
    return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
  })
}

/**
 * Stores the version of a template that a save creates.
 *
 * @param number the record's `t.version` once the engine has counted this change
 */
export async function keepVersion(tx: Tx, id: string, number: Sql, by: Author): Promise<void> {
  await tx.execute(sql`
    insert into template_versions (template_id, version, registered_id, subject, body, created_by)
    select t.id, ${number}, t.template_id, t.subject, t.body, ${by.person.userId} from templates t where t.id = ${id}`)
}

/** Stores the state before the first save in the console, for templates that were imported with the data. */
export async function keepOrigin(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`
    insert into template_versions (template_id, version, registered_id, subject, body, created_by, created_at)
    select t.id, t.version, t.template_id, t.subject, t.body, t.updated_by, t.updated_at from templates t
    where t.id = ${id} and not exists (select 1 from template_versions v where v.template_id = t.id)`)
}
