import { NOT_PUBLISHED, type NotPublished } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { type Notifier, notify } from '../../../notifications/notify.ts'
import { HINDI_NOT_PUBLISHED } from './hindi-not-published.ts'

type Why = { refusal: NotPublished } | { calledOffBy: string }
type Draft = { draft: string; applicationId: string; application: string }

/** Notifies these people that a draft is not published at its date, each in their language. */
export async function notifyNotPublished(
  deps: Notifier,
  tx: Tx,
  draftId: string,
  people: readonly (string | null)[],
  why: Why,
): Promise<void> {
  const { rows } = await tx.execute<Draft>(sql`
    select f.name as draft, a.id as "applicationId", a.name as application
    from approval_drafts f join applications a on a.id = f.application_id where f.id = ${draftId}`)
  const { rows: recipients } = await tx.execute<{ id: string; language: string | null }>(sql`
    select id, language from users where id = any(${people}::uuid[]) and is_active and deleted_at is null order by id`)
  for (const { id, language } of recipients)
    await notify(deps, tx, 'publishing-not-done', id, {
      values: { ...(rows[0] as Draft), draftId, answer: sentenceOf(why, language === 'hi' ? 'hi' : 'en') },
    })
}

const sentenceOf = (why: Why, language: MessageLanguage) =>
  'refusal' in why ? SENTENCES[language][why.refusal] : CALLED_OFF[language](why.calledOffBy)

const SENTENCES: Record<MessageLanguage, Record<NotPublished, string>> = { en: NOT_PUBLISHED, hi: HINDI_NOT_PUBLISHED }
const CALLED_OFF: Record<MessageLanguage, (name: string) => string> = {
  en: (name) => `${name} has called it off.`,
  hi: (name) => `${name} ने इसे रोक दिया है।`,
}
