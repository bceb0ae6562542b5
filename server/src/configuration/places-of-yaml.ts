import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type YAMLMap } from 'yaml'
import type { Path } from './faults.ts'

/** The keys that stand again in a map, each time after the first, in the order of the text. */
export function repeatedKeys(document: Document): { key: string; offset: number }[] {
  const found: { key: string; offset: number }[] = []
  const within = (node: unknown) => {
    if (isSeq(node)) node.items.forEach(within)
    if (!isMap(node)) return
    const seen = new Set<unknown>()
    for (const { key, value } of node.items) {
      if (isScalar(key) && seen.has(key.value)) found.push({ key: String(key.value), offset: key.range?.[0] ?? 0 })
      if (isScalar(key)) seen.add(key.value)
      within(value)
    }
  }
  within(document.contents)
  return found
}

/** Gives where a value stands in the text, or the nearest thing around it that the text has. */
export function offsetFinder(document: Document): (path: Path) => number {
  const known = new WeakMap<YAMLMap, Map<string, YAMLMap['items'][number]>>()
  const pairsOf = (map: YAMLMap) => {
    const pairs =
      known.get(map) ??
      new Map(map.items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair]] : [])))
    known.set(map, pairs)
    return pairs
  }
  return (path) => {
    let node: unknown = document.contents
    let offset = 0
    for (const step of path) {
      if (isAlias(node)) node = node.resolve(document)
      if (isMap(node)) {
        const pair = pairsOf(node).get(String(step))
        if (pair === undefined) break
        offset = isNode(pair.key) ? (pair.key.range?.[0] ?? offset) : offset
        node = pair.value
      } else if (isSeq(node)) {
        const item = node.items[Number(step)]
        if (!isNode(item)) break
        offset = item.range?.[0] ?? offset
        node = item
      } else break
    }
    return offset
  }
}
