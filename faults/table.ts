import { afterAll, expect } from 'vitest'

type Line = { what: string; figure: string; isRight: boolean }

/**
 * A table of what the cases of a file have found, printed after the last one. A wrong line fails its case, and the case
 * goes on, so that the table is complete.
 */
export function useTable(title: string) {
  const lines: Line[] = []
  afterAll(() => {
    const width = (name: 'what' | 'figure') => Math.max(...lines.map((line) => line[name].length))
    const rows = lines.map(
      ({ what, figure, isRight }) =>
        `  ${what.padEnd(width('what'))}  ${figure.padEnd(width('figure'))}  ${isRight ? 'pass' : 'FAIL'}`,
    )
    console.log(['', title, ...rows, ''].join('\n'))
  })
  return (what: string, figure: string | number, isRight: boolean) => {
    lines.push({ what, figure: String(figure), isRight })
    expect.soft(isRight, `${what}: ${figure}`).toBe(true)
  }
}

/** Says why a case does not run on this machine. */
export function skipped(what: string, reason: string) {
  console.log(`\nSKIPPED: ${what}. ${reason}\n`)
}
