import type { CommandConfig } from '../../config.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { Db } from '../../db/database.ts'

/** `warning`: it works, and should be changed. `fault`: something does not work, or can be misused now. */
export type State = 'ok' | 'warning' | 'fault'

export type Finding = {
  /** The subject, such as `mail`. */
  check: string
  state: State
  /** What was seen, in a sentence. */
  seen: string
  /** How it is mended, in a sentence; `null` when nothing has to be. */
  mend: string | null
}

/** What checks work with. */
export type Patient = {
  config: CommandConfig
  db: Db
  /** `null`: no master key is given, or it is not that of the database. */
  keys: Keys | null
  /** False: findings name no people and no records. */
  withNames: boolean
}

export const ok = (check: string, seen: string): Finding => ({ check, state: 'ok', seen, mend: null })
export const warning = (check: string, seen: string, mend: string): Finding => ({ check, state: 'warning', seen, mend })
export const fault = (check: string, seen: string, mend: string): Finding => ({ check, state: 'fault', seen, mend })

/** The reason in words, without the stack. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error)
