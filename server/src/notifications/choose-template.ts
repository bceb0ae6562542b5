import type { MessageLanguage, NoticeName } from '@gatehouse/contract/notices.ts'
import { type Executor, prepared } from '../db/database.ts'
import type { Channel } from './gateways.ts'
import { BEST_FIRST, meantFor, type Scope } from './scope.ts'

/** A text written by an administrator. */
export type Template = {
  id: string
  /** Changes with every save. */
  version: number
  /** The id under which the text is registered (DLT). */
  registeredId: string
  subject: string
  body: string
  applicationName: string | null
  clientName: string | null
  language: MessageLanguage | 'All'
}

/** All templates that a message may use, the best first; its own language before 'All' (requirement M2). */
export async function templatesFor(
  db: Executor,
  {
    channel,
    notice,
    language,
    scope,
  }: { channel: Channel; notice: NoticeName; language: MessageLanguage; scope: Scope },
): Promise<Template[]> {
  const { rows } = await db.execute<Template>(
    prepared('templates-for')`
    select t.id, t.version, t.template_id as "registeredId", t.subject, t.body, a.name as "applicationName",
      c.display_name as "clientName", t.language
    from templates t left join applications a on a.id = t.application_id left join clients c on c.id = t.client_id
    where t.channel = ${channel} and lower(t.name) = ${notice} and t.language in ('All', ${language})
      and ${meantFor(scope)}
    order by t.application_id is null, t.client_id is null, t.language = 'All', ${BEST_FIRST}`,
  )
  return rows
}
