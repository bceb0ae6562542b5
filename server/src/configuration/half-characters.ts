import type { Fault, Path } from './faults.ts'

/** Escapes such as `\ud800` make half a character, which would be stored as another one. */
export function halfCharacters(value: unknown, path: Path = [], seen = new Set<object>()): Fault[] {
  if (typeof value === 'string') return faultOf(value, path)
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.entries(value).flatMap(([key, inner]) => [
    ...faultOf(key, [...path, key]),
    ...halfCharacters(inner, [...path, key], seen),
  ])
}

function faultOf(text: string, path: Path): Fault[] {
  const half = /\p{Surrogate}/u.exec(text)?.[0]
  if (half === undefined) return []
  const escaped = `\\u${half.charCodeAt(0).toString(16)}`
  return [{ path, text: `This has half a character: ${escaped}. Write the whole one.` }]
}
