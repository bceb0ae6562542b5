import { isUuid } from '@gatehouse/contract/uuid.ts'
import sql from 'sql-template-tag'
import type { Decision, Facts } from '../../approvals/decide.ts'
import { type Matrix, pageMeant } from '../../approvals/matrix.ts'
import type { Question } from '../../approvals/read-question.ts'
import { isDatabaseFault } from '../../db/faults.ts'
import type { Deps } from '../../deps.ts'
import { makeRounds, type Rounds } from '../../rounds.ts'
import { hideOthers, storable } from './others.ts'
import { makeUncovered, type UncoveredNeeds } from './uncovered.ts'

/** A decision that an application has asked for. */
export type Decided = {
  id: string
  applicationId: string
  /** `null`: the id that was sent is nobody's. */
  userId: string | null
  question: Question
  facts: Facts
  pages: Matrix['pages']
  decision: Decision
}

export type DecisionLog = Pick<Rounds, 'start' | 'stop'> & {
  /** Only remembers it: an answer never waits for the log. */
  note: (decided: readonly Decided[]) => void
  /** Writes what is remembered. */
  flush: () => Promise<void>
}

const ROUND_MS = 1000
/** Decisions of one statement. */
const BATCH = 500
/** What one server remembers at most; more are left out, and counted in the log of the server. */
const WAITING_MAX = 20_000

/** A log that keeps nothing. */
export const NO_DECISION_LOG: Pick<DecisionLog, 'note'> = { note: () => undefined }

/**
 * Keeps the decisions that applications ask for, so that they can be replayed (ADR 0092). They are written in batches beside the
 * answers; those of the last second are lost with a server that dies. What nobody approves raises an event, also where none are kept.
 */
export function makeDecisionLog(deps: Pick<Deps, 'log'> & UncoveredNeeds): DecisionLog {
  const { db, log, config } = deps
  const uncovered = makeUncovered(deps)
  const waiting: Decided[] = []
  let leftOut = 0

  const write = async () => {
    await uncovered
      .write()
      .catch((error: unknown) => log.warn({ err: error }, 'no event was raised for a question that nobody approves'))
    if (leftOut > 0) log.warn({ count: leftOut }, 'decisions were not logged: more than the log can write')
    leftOut = 0
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      // Rows that cannot be written go too; otherwise those behind them would wait for ever.
      const isWritten = await insert(db, batch).then(() => true, handleFailure)
      if (!isWritten) return
      waiting.splice(0, batch.length)
    }
  }
  const handleFailure = (error: unknown) => {
    if (isDatabaseFault(error)) return false
    log.error({ err: error }, 'decisions could not be logged')
    return true
  }

  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    writing = writing.then(write)
    return writing
  }
  const rounds = makeRounds(ROUND_MS, flush, (error) => log.warn({ err: error }, 'decisions were not logged'))
  return {
    start: rounds.start,
    stop: async () => {
      await rounds.stop()
      await flush()
    },
    note: (decided) => {
      uncovered.note(decided)
      if (config.decisionsKeepDays === 0) return
      const room = WAITING_MAX - waiting.length
      leftOut += Math.max(0, decided.length - room)
      waiting.push(...decided.slice(0, Math.max(0, room)))
    },
    flush,
  }
}

/** Ids of people who do not exist become `null`; nothing is kept for an application that was removed meanwhile. */
async function insert(db: Deps['db'], decided: readonly Decided[]): Promise<void> {
  await db.execute(sql`
    insert into approval_decisions (decision_id, application_id, at, user_id, client_id, page, action, amount, currency, region, document, role,
      stand_ins, stand_in_id, is_allowed, reasons, version)
    select i.id, a.id, to_timestamp(i.at / 1000), u.id, i.client_id, i.page, i.action, i.amount, i.currency, i.region, i.document, i.role,
      i.stand_ins, i.stand_in_id, i.is_allowed, i.reasons, i.version
    from json_to_recordset(${JSON.stringify(decided.map(toRow))}::json) as i(place int, id uuid, application_id uuid, at float8, user_id uuid, client_id uuid,
        page text, action text, amount text, currency text, region text, document jsonb, role text, stand_ins uuid[], stand_in_id uuid,
        is_allowed boolean, reasons text[], version bigint)
      join applications a on a.id = i.application_id left join users u on u.id = i.user_id
    order by i.place`)
}

function toRow({ id, applicationId, userId, question, facts, pages, decision }: Decided, place: number) {
  const client = question.client.trim().toLowerCase()
  const { id: page = storable(question.page) } = pageMeant(pages, question.page) ?? {}
  return {
    ...{
      place,
      id,
      application_id: applicationId,
      at: facts.now,
      user_id: userId,
      client_id: isUuid(client) ? client : null,
      page,
    },
    ...{
      action: storable(question.action),
      amount: storable(String(question.amount)),
      currency: storable(question.currency),
    },
    ...{
      region: storable(question.region),
      document: hideOthers(question, facts),
      role: facts.person?.role ?? null,
    },
    ...{ stand_ins: facts.standIns.map(({ id }) => id), stand_in_id: decision.standIn?.id ?? null },
    ...{ is_allowed: decision.isAllowed, reasons: decision.reasons, version: decision.version },
  }
}
