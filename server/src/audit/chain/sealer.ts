import { createPublicKey } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import type { Deps } from '../../deps.ts'
import { anchorLine } from './anchors.ts'
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
  let underWay: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopped = false

  const seal = async () => {
    unanchored = (await sealLines(db, { keys }, () => isStopped)) ?? unanchored
    if (performance.now() - anchoredAt >= ANCHOR_MS) await anchor()
  }
  const anchor = async () => {
    if (unanchored === null || config.auditAnchorFile === null) return
    const line = anchorLine(unanchored, publicKey)
    await appendFile(config.auditAnchorFile, `${line}\n`, { mode: 0o640 })
    unanchored = null
    anchoredAt = performance.now()
  }
  const round = () => {
    if (underWay !== null || isStopped) return
    underWay = seal()
      .catch((error: unknown) => log.warn({ err: error }, 'the audit could not be sealed or anchored'))
      .finally(() => {
        underWay = null
      })
  }
  return {
    start: () => {
      timer = setInterval(round, ROUND_MS)
      timer.unref()
      round()
    },
    stop: async () => {
      isStopped = true
      if (timer !== null) clearInterval(timer)
      await underWay
      await anchor().catch(() => undefined)
    },
  }
}
