import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import type { KnownError } from '../../../db/schema/approval-nights.ts'
import type { Deps } from '../../../deps.ts'
import { makeLoggedRounds } from '../../../rounds.ts'
import { checkApplication } from './check-application.ts'

const POLL_MS = 300_000
/** The hour from which a day's check is due, in the zone of the portal. */
const NIGHT_HOUR = 2

type Needs = Pick<Deps, 'db' | 'config' | 'outbox' | 'log'>

/** Checks every matrix once a night (ADR 0100). Every server repeats it; each application is dealt with once a day. */
export const makeNightlyCheck = makeLoggedRounds(POLL_MS, checkDue, 'the nightly check of approvals')

/** Checks the applications whose night has come. */
export async function checkDue(deps: Needs, isStopped: () => boolean = () => false): Promise<void> {
  await noteNewApplications(deps)
  for (;;) {
    const id = isStopped() ? null : await checkOne(deps)
    if (id === null) return
    deps.outbox.wake()
  }
}

/** An application is checked from the night after it was first seen with a matrix: not while somebody sets it up. */
async function noteNewApplications({ db, config }: Needs): Promise<void> {
  await db.execute(sql`
    insert into approval_nights (application_id, checked_on)
    select m.application_id, (now() at time zone ${config.timeZone})::date from approval_matrices m
    where not exists (select from approval_nights n where n.application_id = m.application_id)
    on conflict do nothing`)
}

type Due = { applicationId: string; application: string; known: KnownError[] }

/** @returns the application that was dealt with; `null`: none is due, or others are busy with all of them */
async function checkOne({ db, config, outbox, log }: Needs): Promise<string | null> {
  let taken: string | null = null
  try {
    await db.transaction(async (tx) => {
      const due = await takeDue(tx, config.timeZone)
      if (due === null) return
      taken = due.applicationId
      const errors = await checkApplication({ config, outbox }, tx, due)
      await tx.execute(sql`
        update approval_nights set errors = ${JSON.stringify(errors)}::jsonb where application_id = ${taken}`)
    })
  } catch (error) {
    if (taken === null) throw error
    // The others have their turn; this one is tried again in the next night.
    log.warn({ err: error, applicationId: taken }, 'a matrix could not be checked')
    await db.transaction((tx) => markChecked(tx, config.timeZone, taken as unknown as string))
  }
  return taken
}

/** Locks and marks the application that has waited longest. */
async function takeDue(tx: Tx, timeZone: string): Promise<Due | null> {
  const { rows } = await tx.execute<Due>(sql`
    select n.application_id as "applicationId", a.name as application, n.errors as known
    from approval_nights n join applications a on a.id = n.application_id and a.deleted_at is null and a.status = 'ACTIVE'
    where n.checked_on < (now() at time zone ${timeZone} - make_interval(hours => ${NIGHT_HOUR}))::date
    order by n.checked_on, n.application_id limit 1 for update of n skip locked`)
  const [due] = rows
  if (due === undefined) return null
  await markChecked(tx, timeZone, due.applicationId)
  return due
}

async function markChecked(tx: Tx, timeZone: string, applicationId: string): Promise<void> {
  await tx.execute(sql`
    update approval_nights set checked_on = (now() at time zone ${timeZone} - make_interval(hours => ${NIGHT_HOUR}))::date
    where application_id = ${applicationId}`)
}
