import {
  FIRST_HOUR_STEPS,
  type FirstHour,
  type FirstHourStep,
  mayDoFirstHour,
} from '@gatehouse/contract/admin/overview/first-hour.ts'
import sql from 'sql-template-tag'
import type { Db, Executor } from '../../db/database.ts'
import { notAllowed } from '../../http/not-allowed.ts'
import type { Caller } from '../../identity/actor.ts'
import { type Facts, readFacts } from './first-hour-facts.ts'

const KEY = 'first-hour'
/** The demo is nobody's first hour. */
const DEMO = 'demo-data'

/**
 * `complete`: all steps were done once, and are not looked at any more. `hidden`: somebody has hidden them. `shown`:
 * somebody has asked for them, whatever is done.
 */
type State = 'complete' | 'hidden' | 'shown'

const COMPLETE: State = 'complete'

/** What must be done before a step. */
const NEEDS: Partial<Record<FirstHourStep, FirstHourStep[]>> = {
  role: ['client', 'application'],
  assignment: ['role', 'person'],
  test: ['assignment'],
}

/** @param hasMailServer the deployment has a mail server of its own */
type Asked = { person: Caller; hasMailServer: boolean }

/**
 * The steps that the person may do. Their facts are looked for only while the portal is not complete: afterwards this is one
 * look-up by key. The answer that finds the last step done still shows it.
 *
 * @returns `null` when there is nothing to show to this person
 */
export async function readFirstHour(on: Executor, { person, hasMailServer }: Asked): Promise<FirstHour | null> {
  const own = stepsOf(person)
  if (own.length === 0) return null
  const state = await readState(on)
  if (state === COMPLETE || state === 'hidden') return null
  const facts = await readFacts(on, person.userId, hasMailServer)
  const isComplete = Object.values(facts.done).every(Boolean)
  if (state === null && isComplete)
    await on.execute(
      sql`insert into installation (key, value) values (${KEY}, ${JSON.stringify(COMPLETE)}::jsonb) on conflict do nothing`,
    )
  // Others have steps left.
  if (state === null && !isComplete && own.every((kind) => facts.done[kind])) return null
  return own.map((kind) => stepOf(kind, facts))
}

/** @throws AppError not_allowed for a caller who may not do every step */
export async function showFirstHour(db: Db, person: Caller, isShown: boolean): Promise<void> {
  if (!mayDoFirstHour(person.permissions)) throw notAllowed(person)
  const state: State = isShown ? 'shown' : 'hidden'
  await db.execute(sql`
    insert into installation (key, value) values (${KEY}, ${JSON.stringify(state)}::jsonb)
    on conflict (key) do update set value = excluded.value`)
}

async function readState(on: Executor): Promise<State | null> {
  const { rows } = await on.execute<{ key: string; value: State }>(
    sql`select key, value from installation where key in (${KEY}, ${DEMO})`,
  )
  const own = rows.find(({ key }) => key === KEY)
  return own?.value ?? (rows.length > 0 ? COMPLETE : null)
}

function stepsOf({ permissions }: Caller): FirstHourStep[] {
  const steps = Object.entries(FIRST_HOUR_STEPS) as [FirstHourStep, (typeof FIRST_HOUR_STEPS)[FirstHourStep]][]
  return steps.flatMap(([kind, permission]) => (permissions.includes(permission) ? [kind] : []))
}

const NOTHING: FirstHour[number]['about'] = {
  ...{ gateway: null, application: null, client: null, role: null, person: null },
  ...{ needsSecret: false, hasTile: false },
}

/** A step is given the records that it goes on with, and no others. */
function stepOf(kind: FirstHourStep, { done, newest }: Facts): FirstHour[number] {
  const { gateway, application, client, given, person, tried, hasTile } = newest
  const about: Partial<Record<FirstHourStep, Partial<typeof NOTHING>>> = {
    mail: { gateway },
    role: { application, client },
    assignment: { ...given, person },
    test: { application: tried?.application ?? null, needsSecret: tried?.needsSecret ?? false, hasTile },
  }
  return {
    kind,
    isDone: done[kind],
    waitsFor: NEEDS[kind]?.find((needed) => !done[needed]) ?? null,
    about: { ...NOTHING, ...about[kind] },
  }
}
