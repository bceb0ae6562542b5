import { type MessageLanguage, SAMPLE_PORTAL } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { formatTime } from './format-time.ts'
import type { Scope } from './scope.ts'
import { samplesOf, type Values } from './values.ts'

type About = { name: string; scope: Scope; language: MessageLanguage }

/**
 * What the variables of a message hold where it is only looked at or tried out: the names and addresses of this portal,
 * of the application and of the client, as when it is sent; samples for the rest.
 */
export async function sampleValues(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { name, scope, language }: About,
): Promise<Values> {
  const samples = samplesOf(name)
  const { brand, publicUrl, timeZone } = config
  const { link, at } = samples
  return {
    ...samples,
    ...(await namesOf(db, scope)),
    brand,
    portal: publicUrl.origin,
    ...(link === undefined ? {} : { link: String(link).replace(SAMPLE_PORTAL, publicUrl.origin) }),
    ...(at === undefined ? {} : { at: formatTime(new Date(), language, timeZone) }),
  }
}

/** Without an application or a client, messages may be about any: nothing then. */
async function namesOf(db: Db, { applicationId, clientId }: Scope): Promise<Values> {
  if (applicationId === null && clientId === null) return {}
  const { rows } = await db.execute<Record<'applicationName' | 'clientName', string | null>>(sql`
    select (select name from applications where id = ${applicationId}) as "applicationName",
      (select display_name from clients where id = ${clientId}) as "clientName"`)
  const names = Object.entries(rows[0] ?? {})
  return Object.fromEntries(names.flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}
