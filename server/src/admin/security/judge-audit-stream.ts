import { findAnchorFaultNow } from '../../anchor-fault.ts'
import { readLag } from '../../audit/stream/cursor.ts'
import type { Config } from '../../config.ts'
import type { Executor } from '../../db/database.ts'
import type { Judged } from './judge-settings.ts'

/** Lines are sent some seconds after their seal. */
const LAG_MAX_SECONDS = 5 * 60

/** Whether a copy of the audit, or of its seals, leaves the database. */
export async function judgeAuditStream(
  on: Executor,
  { auditStream, auditAnchorFile, dataDir }: Pick<Config, 'auditStream' | 'auditAnchorFile' | 'dataDir'>,
): Promise<Judged> {
  const kind = 'auditStream'
  const fault = auditAnchorFile === null ? null : findAnchorFaultNow(auditAnchorFile, dataDir)
  if (fault !== null) return { kind, state: 'warning', names: [fault] }
  if (auditStream === null) return { kind, state: auditAnchorFile === null ? 'warning' : 'good' }
  const { lines, seconds, lastError } = await readLag(on)
  const { host } = auditStream.url
  if (seconds <= LAG_MAX_SECONDS) return { kind, state: 'good', names: [host] }
  return { kind, state: 'danger', count: lines, names: lastError === null ? [host] : [host, lastError] }
}
