import type { Regained } from '../backup/regained.ts'
import { sayAside } from './backup-options.ts'

/** Names who gets access again that was taken since. */
export function sayRegained(regained: Regained): void {
  for (const { kind, count, examples } of regained) {
    sayAside(`Get access again: ${count} ${kind}`)
    for (const example of examples) sayAside(`  ${example}`)
    if (count > examples.length) sayAside(`  and ${count - examples.length} more`)
  }
}
