import { markupOf, type Part, type Range } from './liquid-parts.ts'
import { MASK } from './mail-tags.ts'

/** A text of the same length in which all Liquid is masked, except variables without filters. */
export function masked(body: string, parts: readonly Part[]): string {
  const bare = new Set(
    outputsOf(parts)
      .filter(({ isBare }) => isBare)
      .map(({ from }) => from),
  )
  return markupOf(body)
    .filter(({ from }) => !bare.has(from))
    .reduce((text, range) => filled(text, range, MASK), body)
}

/** All `{{ … }}`, in every branch. */
export function outputsOf(parts: readonly Part[]): Extract<Part, { kind: 'variable' }>[] {
  return parts.flatMap((part) => {
    if (part.kind === 'choice') return part.branches.flatMap(outputsOf)
    return part.kind === 'variable' ? [part] : []
  })
}

/** A text of the same length in which a range is filled with a mark. */
export function filled(text: string, { from, to }: Range, mark: string): string {
  return text.slice(0, from) + mark.repeat(to - from) + text.slice(to)
}
