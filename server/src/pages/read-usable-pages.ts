import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { NoPagesReason, pagesOfPerson } from '@gatehouse/contract/pages.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import { isActive } from '../access/launch-rule.ts'
import { SUBJECT_RULE, type SubjectRule } from '../access/subject.ts'
import type { Executor } from '../db/database.ts'
import { isCurrent } from '../db/is-current.ts'
import { isPersonActive } from '../db/is-person-active.ts'
import { AppError } from '../errors.ts'

export type UsablePages = Output<typeof pagesOfPerson>

type Row = {
  subject: SubjectRule
  isApplicationActive: boolean
  clientId: string | null
  isClientActive: boolean
  role: string | null
  isCurrent: boolean
  isPersonActive: boolean
  pages: UsablePages['pages']
}

const TEXT = `select ${SUBJECT_RULE} as subject, (${isActive('a')}) as "isApplicationActive", c.id as "clientId",
    coalesce(${isActive('c')}, false) as "isClientActive", s.role, coalesce(${isCurrent('s')}, false) as "isCurrent",
    coalesce(${isPersonActive('u')}, false) as "isPersonActive",
    (select coalesce(json_agg(json_build_object('_id', p.id, 'id', coalesce(p.manifest_id, ''), 'name', p.name,
        'path', p.path, 'actions', rp.actions) order by p.place, lower(p.name), p.id), '[]')
      from application_roles r join application_role_pages rp on rp.application_role_id = r.id
        join pages p on p.id = rp.page_id and p.status = 'ACTIVE' and p.deleted_at is null
      where r.application_id = a.id and r.client_id = c.id and lower(r.name) = lower(s.role) and r.deleted_at is null) as pages
  from applications a
    left join clients c on c.id = $3::uuid and c.deleted_at is null
    left join (assignments s join users u on u.id = s.user_id and u.deleted_at is null)
      on s.user_id = $2::uuid and s.application_id = a.id and s.client_id = c.id
  where a.id = $1 and a.deleted_at is null`

/** The pages and actions of a person in an application for a client: those of their role, while they may open it. */
export async function readUsablePages(
  on: Executor,
  applicationId: string,
  about: { userId: string | null; client: string },
): Promise<{ snapshot: { subject: SubjectRule }; usable: UsablePages }> {
  const client = about.client.trim().toLowerCase()
  const values = [applicationId, about.userId, isUuid(client) ? client : null]
  const { rows } = await on.execute<Row>({ name: 'read-usable-pages', text: TEXT, values, isLookUp: true })
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const reason = reasonOf(row)
  return {
    snapshot: { subject: row.subject },
    usable: reason === null ? { reason, role: row.role, pages: row.pages } : { reason, role: null, pages: [] },
  }
}

function reasonOf(row: Row): NoPagesReason | null {
  if (!row.isApplicationActive) return 'application-inactive'
  if (row.clientId === null) return 'client-unknown'
  if (!row.isClientActive) return 'client-inactive'
  if (row.role === null) return 'not-assigned'
  if (!row.isCurrent) return 'assignment-not-current'
  return row.isPersonActive ? null : 'person-inactive'
}
