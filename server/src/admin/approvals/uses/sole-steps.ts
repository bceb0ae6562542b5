import { inTurns } from '../../../in-turns.ts'

/** A document approval with what its role allows. */
export type Step = {
  id: string
  pageId: string
  allPages: boolean
  clientId: string
  allClients: boolean
  /** The name of its role in lower case, by the database. */
  role: string
  action: string
  sequence: number | null
  /** The amounts in paise, both included; `null`: without an end. */
  lowest: number
  highest: number | null
  allRegions: boolean
  regions: readonly string[]
}

/** Not more: each may be the first one of its regions. */
export const STEPS_AT_ONCE = 100

/**
 * The steps that none of the others replaces: in the same step, on that page and for that client, or for more of them, with all of its
 * amounts and regions. The others are compared by place and amount, so that 5,000 steps among 5,000 others are not compared each with
 * each. Nobody is asked about a creator.
 *
 * @param others those that stay, and that somebody has
 */
export async function findSoleSteps(steps: readonly Step[], others: readonly Step[]): Promise<Step[]> {
  const places = Map.groupBy(others, (other) => placeOf(other, other.pageId, other.clientId))
  const known = new Map<string, Amounts>()
  const amountsAt = (place: string, step: Step): Amounts => {
    const key = JSON.stringify([place, step.allRegions, ...(step.allRegions ? [] : step.regions)])
    const amounts = known.get(key) ?? amountsOf((places.get(place) ?? []).filter((other) => hasRegionsOf(other, step)))
    known.set(key, amounts)
    return amounts
  }
  const sole: Step[] = []
  for await (const step of inTurns(steps, STEPS_AT_ONCE)) {
    if (step.action === 'Creator') continue
    if (!placesOf(step).some((place) => places.has(place) && covers(amountsAt(place, step), step))) sole.push(step)
  }
  return sole
}

type Place = Pick<Step, 'action' | 'sequence' | 'allPages' | 'allClients'>

const placeOf = ({ action, sequence, allPages, allClients }: Place, pageId: string, clientId: string) =>
  JSON.stringify([action, sequence, allPages ? null : pageId, allClients ? null : clientId])

/** Where another one can stand that acts wherever this one does. */
function placesOf(step: Step): string[] {
  const { action, sequence, pageId, clientId } = step
  const wider = (isWide: boolean) => (isWide ? [true] : [false, true])
  return wider(step.allPages).flatMap((allPages) =>
    wider(step.allClients).map((allClients) => placeOf({ action, sequence, allPages, allClients }, pageId, clientId)),
  )
}

const hasRegionsOf = (other: Step, { allRegions, regions }: Step) =>
  other.allRegions || (!allRegions && regions.every((region) => other.regions.includes(region)))

/** By the first amount: the last amount that one which begins there, or before, reaches. Only those that reach further than all before. */
type Amounts = { lowest: number; reach: number }[]

const lastOf = ({ highest }: Step) => highest ?? Number.POSITIVE_INFINITY

function amountsOf(steps: readonly Step[]): Amounts {
  let reach = Number.NEGATIVE_INFINITY
  const amounts: Amounts = []
  for (const step of steps.toSorted((one, other) => one.lowest - other.lowest)) {
    if (lastOf(step) <= reach) continue
    reach = lastOf(step)
    amounts.push({ lowest: step.lowest, reach })
  }
  return amounts
}

/** Whether a single one of them covers all amounts of a step. */
function covers(amounts: Amounts, step: Step): boolean {
  // The number of those that begin where the step does, or before.
  let [from, to] = [0, amounts.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((amounts[middle]?.lowest ?? 0) <= step.lowest) from = middle + 1
    else to = middle
  }
  return (amounts[from - 1]?.reach ?? Number.NEGATIVE_INFINITY) >= lastOf(step)
}
