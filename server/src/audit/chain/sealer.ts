import { createPublicKey } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { makeRounds } from '../../rounds.ts'
import { anchorLine } from './anchors.ts'
import { appendLine } from './append-line.ts'
import { sealLines } from './seal-lines.ts'
import type { Seal } from './seals.ts'

const ROUND_MS = 5000
/** The least time between two anchors: each proves all seals before it. */
const ANCHOR_MS = 60_000

/** Seals the lines of the audit continuously, in the background, and appends anchors to the configured file. */
export function makeAuditSealer({ db, keys, log, config }: Pick<Deps, 'db' | 'keys' | 'log' | 'config'>) {
  const publicKey = createPublicKey(keys.auditSeals)
  let unanchored: Seal | null = null
  let anchoredAt = Number.NEGATIVE_INFINITY

  const seal = async () => {
    unanchored = (await sealLines(db, { keys }, rounds.isStopped)) ?? unanchored
    if (performance.now() - anchoredAt >= ANCHOR_MS)
      await anchor().catch((error: unknown) => log.warn({ err: error }, 'the audit could not be anchored'))
  }
  const anchor = async () => {
    if (unanchored === null || config.auditAnchorFile === null) return
    anchoredAt = performance.now()
    await appendLine(config.auditAnchorFile, anchorLine(unanchored, publicKey))
    unanchored = null
  }
  const rounds = makeRounds(ROUND_MS, seal, (error) => log.warn({ err: error }, 'the audit could not be sealed'))
  return {
    start: rounds.start,
    stop: async () => {
      await rounds.stop()
      await anchor().catch(() => undefined)
    },
  }
}
