import sql from 'sql-template-tag'
import type { Db, Executor } from '../db/database.ts'
import { claim } from './claim.ts'
import { lanesWithWork } from './lanes.ts'
import type { Row } from './types.ts'

/** Rows of one lane that one server sends at the same time. */
const CONCURRENT_MAX = 10
/** How often a server looks again at a lane whose due rows were all locked. */
const LOOKS_PER_SECOND = 20
const LOOK_LEAST_MS = 20

type Needs = {
  db: Db
  /** Kinds of which a pause of the lane holds up no row. */
  unpausedKinds: readonly string[]
  /** Sends a claimed row. Returns the lane that may have work because of it, or `null`. */
  attempt: (row: Row) => Promise<string | null>
  run: (work: Promise<unknown>) => void
}

/** The work of this server on one lane. */
type Lane = {
  rowsUnderWay: number
  isClaiming: boolean
  /** Rows may have become due that the claim under way does not see. */
  isMissed: boolean
  nextLook: NodeJS.Timeout | null
}

/** Claims the due rows of each lane, as many as there is room for, and sends them. */
export function makeDispatcher({ db, unpausedKinds, attempt, run }: Needs) {
  const lanes = new Map<string, Lane>()
  let isStopped = false

  const stateOf = (name: string): Lane => {
    const lane = lanes.get(name) ?? { rowsUnderWay: 0, isClaiming: false, isMissed: false, nextLook: null }
    lanes.set(name, lane)
    return lane
  }

  /** One claim at a time; a lane that is dispatched during a claim is dispatched again after it. */
  async function dispatch(name: string, on: Executor = db): Promise<void> {
    if (isStopped) return
    const lane = stateOf(name)
    if (lane.isClaiming) {
      lane.isMissed = true
      return
    }
    lane.isClaiming = true
    lane.isMissed = false
    try {
      await claimRows(name, lane, on)
    } finally {
      lane.isClaiming = false
      if (lane.isMissed) run(dispatch(name))
    }
  }

  async function claimRows(name: string, lane: Lane, on: Executor) {
    const room = CONCURRENT_MAX - lane.rowsUnderWay
    if (room <= 0) return
    const { granted, perSecond, rows } = await claim(on, { lane: name, wanted: room, unpausedKinds })
    if (perSecond > 0) lookLater(name, perSecond)
    // The due rows may have been locked for a moment by a transaction that then changed nothing.
    if (granted > 0 && rows.length === 0) lookLater(name, LOOKS_PER_SECOND)
    const mayHaveMore = rows.length === granted
    lane.rowsUnderWay += rows.length
    for (const row of rows) run(send(row, name, lane, mayHaveMore))
  }

  /** A finished row makes room for the next one. */
  async function send(row: Row, name: string, lane: Lane, mayHaveMore: boolean) {
    try {
      const withWork = await attempt(row)
      if (withWork !== null) run(dispatch(withWork))
    } finally {
      lane.rowsUnderWay -= 1
      if (mayHaveMore) run(dispatch(name))
    }
  }

  /**
   * Looks at a lane with a rate again when its next row may be sent; a lane that is empty by then is left alone.
   */
  function lookLater(name: string, perSecond: number) {
    const lane = stateOf(name)
    if (lane.nextLook !== null) return
    const look = async () => {
      lane.nextLook = null
      if ((await lanesWithWork(db, unpausedKinds)).includes(name)) await dispatch(name)
    }
    lane.nextLook = setTimeout(() => run(look()), Math.max(LOOK_LEAST_MS, 1000 / perSecond)).unref()
  }

  return {
    /** After the commit that added a row to the lane. */
    afterCommit: async (name: string, on: Executor): Promise<void> => {
      const { isClaiming, rowsUnderWay } = stateOf(name)
      if (!isClaiming && rowsUnderWay < CONCURRENT_MAX) return dispatch(name, on)
      // A claim under way may have run before the commit, so look again after it.
      await on.execute(sql`select 1`)
      return dispatch(name)
    },
    all: async (): Promise<void> => {
      if (isStopped) return
      for (const name of await lanesWithWork(db, unpausedKinds)) run(dispatch(name))
    },
    stop: () => {
      isStopped = true
      for (const { nextLook } of lanes.values()) clearTimeout(nextLook ?? undefined)
    },
  }
}
