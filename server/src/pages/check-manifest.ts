import type { ManifestPage } from '@gatehouse/contract/pages.ts'
import { AppError } from '../errors.ts'

/** @throws AppError invalid_request when the pages contradict each other */
export function checkManifest(pages: readonly ManifestPage[]): void {
  const problem =
    named(twice(pages.map(({ id }) => id)), 'Two pages have the id') ??
    named(twice(pages.map(({ name }) => name)), 'Two pages have the name') ??
    namedAsAnother(pages) ??
    named(
      pages.map(({ actions }) => twice(actions)).find((one) => one !== null) ?? null,
      'A page has an action twice:',
    ) ??
    aboutParents(pages)
  if (problem !== null) throw new AppError('invalid_request', { msg: problem, data: { fields: { pages: problem } } })
}

const named = (found: string | null, problem: string) => (found === null ? null : `${problem} ${found}`)

/** The first text that is there twice, ignoring case. */
function twice(texts: readonly string[]): string | null {
  const seen = new Set<string>()
  return texts.find((text) => seen.size === seen.add(text.toLowerCase()).size) ?? null
}

/** Applications may ask for a page by its id or by its name, and a claim has the ids with their actions. */
function namedAsAnother(pages: readonly ManifestPage[]): string | null {
  const ids = new Set(pages.map(({ id }) => id))
  const found = pages.find(({ id, name }) => {
    const [asked = ''] = name.split(':')
    return ids.has(asked) && (asked !== id || name !== id)
  })
  return found === undefined ? null : `The page ${found.id} has the id of a page in its name: ${found.name}`
}

function aboutParents(pages: readonly ManifestPage[]): string | null {
  const parentOf = new Map(pages.map(({ id, parent }) => [id, parent]))
  for (const { id, parent } of pages) {
    if (parent !== '' && !parentOf.has(parent)) return `There is no page ${parent}, which is to be above ${id}`
    const path = new Set([id])
    for (let above = parent; above !== ''; above = parentOf.get(above) ?? '') {
      if (path.has(above)) return `The page ${id} is above itself`
      path.add(above)
    }
  }
  return null
}
