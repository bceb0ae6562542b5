import sql from 'sql-template-tag'
import { pageMeant } from '../../approvals/matrix.ts'
import { readQuestion } from '../../approvals/read-question.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { today } from '../../db/today.ts'
import type { Deps } from '../../deps.ts'
import { questionUncovered } from '../../signals.ts'
import type { Decided } from './decision-log.ts'

type Found = {
  applicationId: string
  pageId: string
  clientId: string
  action: string
  page: string
  amount: string
  /** What was approved before of the same case; empty: nothing. */
  earlierAmount: string
  region: string
}

export type UncoveredNeeds = Pick<Deps, 'db' | 'config'> & { outbox: Pick<Deps['outbox'], 'wake'> }

/** How long a server does not ask the database again about the same page, client and action. */
const KNOWN_MS = 600_000
/** Of these what one server remembers at most. What is left out is noticed when it is asked again. */
const KNOWN_MAX = 10_000

/**
 * Raises an event for questions about what nobody approves: once a day for each application, page, client and action. `note` only
 * remembers them, so that no answer waits.
 */
export function makeUncovered({ db, config, outbox }: UncoveredNeeds) {
  const known = new Map<string, number>()
  const waiting: Found[] = []
  return {
    note: (decided: readonly Decided[]) => {
      for (const { applicationId, question, facts, pages, decision } of decided) {
        const page = pageMeant(pages, question.page)
        if (!decision.isUncovered || page === undefined || facts.client === null) continue
        questionUncovered.publish({})
        const asked = readQuestion(question, facts.strangers)
        if (Array.isArray(asked)) continue
        // In one spelling: 'final-approval' and 'FINAL APPROVAL' are the same, and raise one event.
        const { action } = asked
        const key = [applicationId, page.id, facts.client.id, action].join(' ')
        const noted = known.get(key)
        if (noted !== undefined && facts.now - noted < KNOWN_MS) continue
        if (noted === undefined && known.size >= KNOWN_MAX) known.clear()
        known.set(key, facts.now)
        waiting.push({
          ...{ applicationId, pageId: page.id, clientId: facts.client.id, page: page.name },
          ...{ action, amount: String(question.amount), region: question.region },
          earlierAmount: String(question.earlierAmount ?? ''),
        })
      }
    },
    /** Writes what is remembered. What cannot be written is lost, and noticed when it is asked again. */
    write: async () => {
      for (const found of waiting.splice(0)) if (await raise({ db, config }, found)) outbox.wake()
    },
  }
}

/** Of many servers and questions of one day, one raises the event. @returns whether this one did */
function raise({ db, config }: Pick<Deps, 'db' | 'config'>, found: Found): Promise<boolean> {
  const { applicationId, pageId, clientId, action, page, amount, earlierAmount, region } = found
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ application: string; client: string }>(sql`
      with first as (
        insert into uncovered_questions (application_id, page_id, client_id, action, last_day)
        select a.id, p.id, c.id, ${action}, ${today(config.timeZone)} from applications a, pages p, clients c
        where a.id = ${applicationId} and p.id = ${pageId} and c.id = ${clientId}
        on conflict (application_id, page_id, client_id, action) do update set last_day = excluded.last_day
          where uncovered_questions.last_day < excluded.last_day
        returning 1)
      select a.name as application, c.display_name as client from first, applications a, clients c
      where a.id = ${applicationId} and c.id = ${clientId}`)
    const [named] = rows
    if (named === undefined) return false
    await recordAudit(tx, {
      event: 'applications.question-uncovered',
      subjectId: applicationId,
      detail: {
        ...{ name: named.application, clientId, client: named.client, pageId, page, action, amount, region },
        ...(earlierAmount !== '' && { earlierAmount }),
      },
    })
    return true
  })
}
