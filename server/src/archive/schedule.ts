import type { Logger } from 'pino'
import { makeCommandRunner } from '../backup/run-command.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { makeRounds } from '../rounds.ts'
import { readArchiveState } from './archive-state.ts'

const POLL_MS = 60_000
/** After a failure: long enough for a full disk to be noticed. */
const RETRY_MS = 15 * 60_000

/** Makes base copies by schedule, and says in the log when archiving begins to fail and when it works again. */
export function makeArchiveSchedule({ db, log, config }: { db: Db; log: Logger; config: Config }) {
  const { archive } = config
  const command = makeCommandRunner()
  let notBefore = 0
  let former: string | null = null

  const runDue = async () => {
    if (archive === null) return
    const { base, fault } = await readArchiveState(db, archive)
    if (fault !== former) {
      if (fault === null) log.info('archiving works again')
      else log.error({ reason: fault }, 'archiving fails')
      former = fault
    }
    // While segments cannot be stored, no copy can be completed.
    if (fault !== null || base === 'good' || performance.now() < notBefore) return
    try {
      await command.run(['archive', 'base', '--json'])
    } catch (error) {
      if (rounds.isStopped()) return
      notBefore = performance.now() + RETRY_MS
      log.error({ err: error }, 'a base copy failed')
    }
  }

  const rounds = makeRounds(POLL_MS, runDue, (error) =>
    log.warn({ err: error }, 'the schedule of the archive was interrupted'),
  )
  return {
    start: () => {
      if (archive !== null) rounds.start()
    },
    stop: async () => {
      const stopped = rounds.stop()
      command.kill()
      await stopped
    },
  }
}
