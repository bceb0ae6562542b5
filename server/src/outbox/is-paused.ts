import type { Sql } from 'sql-template-tag'
import { isPending } from '../db/is-pending.ts'

/** No lane is paused for longer, whatever its target asks for. */
export const PAUSE_MAX_SECONDS = 3600

/** Condition on a lane, by its column `paused_until`: it is paused. */
export const isPaused = (pausedUntil: string): Sql => isPending(pausedUntil, PAUSE_MAX_SECONDS)
