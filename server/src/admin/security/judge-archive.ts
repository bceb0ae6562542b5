import { readArchiveState } from '../../archive/archive-state.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../db/database.ts'
import type { Judged } from './judge-settings.ts'

const HOUR_SECONDS = 3600

/** How the archiving of the embedded database goes. */
export async function judgeArchive(on: Executor, config: Pick<Config, 'archive' | 'databaseUrl'>): Promise<Judged> {
  const kind = 'archive'
  const { archive, databaseUrl } = config
  if (archive === null) return { kind, state: 'good', names: [databaseUrl === null ? 'off' : 'elsewhere'] }
  const { fault, isLate, base, baseSecondsAgo } = await readArchiveState(on, archive)
  const count = Math.floor((baseSecondsAgo ?? 0) / HOUR_SECONDS)
  if (fault !== null) return { kind, state: 'danger', count, names: ['failing', fault] }
  if (isLate) return { kind, state: 'danger', count, names: ['waiting'] }
  return base === 'late' ? { kind, state: 'danger', count, names: ['base'] } : { kind, state: 'good', count }
}
