import { SAMPLE_PORTAL } from '@gatehouse/contract/notice.ts'
import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import type { Db } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { formatTime } from './format-time.ts'
import type { Scope } from './scope.ts'
import { samplesOf, type Values } from './values.ts'

/** What was changed, as the message for `details-changed` says it. */
const CHANGED: Record<MessageLanguage, string> = { en: 'phone number', hi: 'फ़ोन नंबर' }

type About = { name: string; scope: Scope; language: MessageLanguage }

/**
 * The values of a message's variables for a preview or a test: real names and addresses of this portal, the application
 * and the client; samples for the rest.
 */
export async function sampleValues(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { name, scope, language }: About,
): Promise<Values> {
  const samples = samplesOf(name)
  const { brand, publicUrl, timeZone } = config
  const { link, requestLink, at } = samples
  const here = (address: string | number) => String(address).replace(SAMPLE_PORTAL, publicUrl.origin)
  return {
    ...samples,
    ...(await namesOf(db, scope)),
    brand,
    portal: publicUrl.origin,
    ...(link === undefined ? {} : { link: here(link) }),
    ...(requestLink === undefined ? {} : { requestLink: here(requestLink) }),
    ...('changed' in samples ? { changed: CHANGED[language] } : {}),
    ...(at === undefined ? {} : { at: formatTime(new Date(), language, timeZone) }),
  }
}

/** Without an application or a client there are no names: the message may be about any. */
async function namesOf(db: Db, { applicationId, clientId }: Scope): Promise<Values> {
  if (applicationId === null && clientId === null) return {}
  const { rows } = await db.execute<Record<'applicationName' | 'clientName', string | null>>(sql`
    select (select name from applications where id = ${applicationId}) as "applicationName",
      (select display_name from clients where id = ${clientId}) as "clientName"`)
  const names = Object.entries(rows[0] ?? {})
  return Object.fromEntries(names.flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}
