import type { Regained } from '../backup/regained.ts'
import { sayAside } from './backup-options.ts'

/** So many lines are still read before the question. */
const LINES = 100

/** Names who gets access or authority again that was taken since, with fewer names of each kind where there are many kinds. */
export function sayRegained(regained: Regained): void {
  const shown = namesShown(regained)
  for (const { kind, count, examples } of regained) {
    sayAside(`Come back: ${count} ${kind}`)
    const names = examples.slice(0, shown)
    for (const name of names) sayAside(`  ${name}`)
    if (count > names.length) sayAside(`  and ${count - names.length} more`)
  }
}

/** The most names of each kind with which all kinds fit. */
function namesShown(regained: Regained): number {
  for (let shown = Math.max(...regained.map(({ examples }) => examples.length)); shown > 1; shown--) {
    const lines = regained.map(({ count }) => 1 + (count > shown ? shown + 1 : count))
    if (lines.reduce((sum, one) => sum + one, 0) <= LINES) return shown
  }
  return 1
}
