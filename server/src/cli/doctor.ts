import type { Command } from './command.ts'
import { examine } from './doctor/examine.ts'
import type { Finding, State } from './doctor/finding.ts'

const SHOWN: Record<State, string> = { ok: 'ok', warning: 'WARNING', fault: 'FAULT' }

/** Says what keeps an installation from working well, and how to mend it. */
export const doctor: Command = {
  help: 'Find what keeps the installation from working well, and how to mend it; 1 when there is a fault',
  options: { quiet: { type: 'boolean', help: 'only warnings and faults' } },
  run: async (context) => {
    const { options, print, isJson } = context
    const findings = await examine(context)
    const shown = findings.filter(({ state }) => options.quiet !== true || state !== 'ok')
    for (const finding of shown) await print(isJson ? JSON.stringify(finding) : lineOf(finding))
    const count = (state: State) => findings.filter((finding) => finding.state === state).length
    if (!isJson) await print(`${count('fault')} faults, ${count('warning')} warnings, ${count('ok')} in order.`)
    return count('fault') === 0 ? 0 : 1
  },
}

const lineOf = ({ check, state, seen, mend }: Finding) =>
  `${SHOWN[state].padEnd(7)}  ${check.padEnd(12)}  ${seen}${mend === null ? '' : `\n${' '.repeat(23)}${mend}`}`
