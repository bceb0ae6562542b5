import type { Part } from './liquid-parts.ts'

/** Whether a variable is shown as it is, whatever the conditions say. */
export function alwaysShows(parts: readonly Part[], name: string): boolean {
  return parts.some((part) => {
    if (part.kind === 'variable') return part.name === name && part.isBare
    return part.kind === 'choice' && part.branches.every((branch) => alwaysShows(branch, name))
  })
}

/** Whether it is shown at all. */
export function everShows(parts: readonly Part[], name: string): boolean {
  return parts.some((part) => {
    if (part.kind === 'variable') return part.name === name
    return part.kind === 'choice' && part.branches.some((branch) => everShows(branch, name))
  })
}

/**
 * The texts that conditions make of a template, without the conditions: not every combination of them, but so many that
 * each branch stands in one.
 */
export function variantsOf(source: string, parts: readonly Part[]): string[] {
  const choices = parts.map((part) => {
    if (part.kind !== 'choice') return [source.slice(part.from, part.to)]
    return part.branches.flatMap((branch) => variantsOf(source, branch))
  })
  const count = Math.max(1, ...choices.map(({ length }) => length))
  return Array.from({ length: count }, (_, index) =>
    choices.map((one) => one[Math.min(index, one.length - 1)] ?? '').join(''),
  )
}
