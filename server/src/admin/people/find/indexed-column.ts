import sql, { raw } from 'sql-template-tag'
import { type ListColumn, likePart } from '../../engine/list.ts'

/** A column with the indexes of migration 0004: trigrams find longer parts, short grams those of one or two characters. */
export function indexedColumn(column: string): ListColumn {
  const name = raw(`t.${column}`)
  const holds = (search: string) => sql`strpos(lower(${name}), lower(${search})) > 0`
  return {
    order: `lower(t.${column})`,
    matches: (search) => {
      // The first condition is read along an order, for frequent texts; the second finds rare ones by its index.
      if ([...search].length < 3) return sql`${holds(search)} and short_grams(${name}) @> array[lower(${search})]`
      const part = rarePart(search)
      const found = sql`${name} ilike ${likePart(part)}`
      return part === search ? found : sql`${found} and ${holds(search)}`
    },
  }
}

/** What of a text an index finds it by: a number, or what stands before an address's host, which thousands share. */
export function rarePart(search: string): string {
  const [number] = /\d{4,}/.exec(search) ?? []
  const [local = ''] = search.split('@')
  return number ?? ([...local].length < 3 ? search : local)
}
