export type Path = readonly (string | number)[]

/** Something wrong with the file, at a place in it. */
export type Fault = { path: Path; text: string }

/** What is wrong with one record. */
export class FaultyRecord extends Error {
  readonly faults: readonly Fault[]
  constructor(faults: readonly Fault[]) {
    super(faults.map(({ text }) => text).join(' '))
    this.faults = faults
  }
}

/** What is wrong with the file: each line begins with its place. Nothing was changed. */
export class FaultyFile extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}
