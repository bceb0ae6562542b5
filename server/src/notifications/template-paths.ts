import type { Part } from './liquid-parts.ts'

/** Whether a variable is output without filters in every branch. */
export function alwaysShows(parts: readonly Part[], name: string): boolean {
  return parts.some((part) => {
    if (part.kind === 'variable') return part.name === name && part.isBare
    return part.kind === 'choice' && part.branches.every((branch) => alwaysShows(branch, name))
  })
}

/** Whether a variable is output in any branch. */
export function everShows(parts: readonly Part[], name: string): boolean {
  return parts.some((part) => {
    if (part.kind === 'variable') return part.name === name
    return part.kind === 'choice' && part.branches.some((branch) => everShows(branch, name))
  })
}

/**
 * Texts made from a template by choosing branches: not every combination, but enough that each branch occurs in one.
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
