import { phonePart } from '@gatehouse/contract/phone.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { likePart } from '../../engine/list.ts'
import { indexedColumn, rarePart } from './indexed-column.ts'

/** The expression of the index `users_any_part`; it begins with a blank, so that every field begins with one. */
const ANY_PART = raw(
  `(' ' || t.first_name || ' ' || t.last_name || ' ' || t.email || ' ' || t.user_name || ' ' || t.phone_number)`,
)
const COLUMNS = ['first_name', 'last_name', 'phone_number', 'email', 'user_name'].map(indexedColumn)
const PHONE = indexedColumn('phone_number')

/**
 * People who have each word of a text in some field, in any order; a number in any notation is one word. Words of three
 * characters and more are found anywhere; shorter ones at the beginning of a field, which the same index finds.
 */
export function matchesAnyPart(search: string): Sql {
  const words = search.split(/\s+/)
  const number = numberIn(search)
  const byWords = join(
    words.map((word) => (isShort(word) ? beginsWith(word) : contains(word))),
    ' and ',
  )
  if (number === null || number === search) return byWords
  return sql`((${byWords}) or (${contains(number)}))`
}

const isShort = (word: string) => [...word].length < 3

function contains(word: string): Sql {
  const part = rarePart(word)
  const found = sql`${ANY_PART} ilike ${likePart(part)}`
  return part === word ? found : sql`${found} and strpos(lower(${ANY_PART}), lower(${word})) > 0`
}

function beginsWith(word: string): Sql {
  if (/^\d+$/.test(word)) return PHONE.matches(word)
  if (/^[\p{L}\p{M}\p{N}]+$/u.test(word)) return sql`${ANY_PART} ilike ${likePart(` ${word}`)}`
  // Signs are in no trigram.
  return sql`(${join(
    COLUMNS.map(({ matches }) => matches(word)),
    ' or ',
  )})`
}

/** The digits of a part of a phone number as it is stored: without country code, and without the zero that is dialled. */
function numberIn(search: string): string | null {
  const digits = phonePart(search).replace(/^0+(?=\d{3})/, '')
  return /^\d{3,}$/.test(digits) ? digits : null
}
