/** Hears how far a backup or a restore is. */
export type Progress = {
  /** About how many rows there are; 0: unknown. */
  begin: (rows: number) => void
  moved: (table: string, bytes: number) => void
  tableDone: (table: string, rows: number) => void
  /** A step other than moving rows. */
  step: (what: string) => void
}

export const SILENT: Progress = {
  ...{ begin: () => undefined, moved: () => undefined, tableDone: () => undefined, step: () => undefined },
}

const WORD_MS = 2000

/** Says it in lines, at most one every two seconds. */
export function lineProgress(print: (line: string) => void): Progress {
  let expected = 0
  let rows = 0
  let bytes = 0
  let saidAt = performance.now()
  const say = (where: string) => {
    if (performance.now() - saidAt < WORD_MS) return
    saidAt = performance.now()
    const part = expected > rows && rows > 0 ? `about ${Math.floor((100 * rows) / expected)} % of the rows, ` : ''
    print(`${part}${(bytes / 1e6).toFixed(0)} MB, at ${where}`)
  }
  return {
    begin: (count) => {
      expected = count
    },
    moved: (table, count) => {
      bytes += count
      say(table)
    },
    tableDone: (table, count) => {
      rows += count
      say(table)
    },
    step: print,
  }
}
