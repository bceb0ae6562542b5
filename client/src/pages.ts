import { readAnswer } from './read-answer.ts'
import type { Pages, PagesQuestion } from './types.ts'

type Send = (path: string, request: RequestInit) => Promise<Response>

/** Answers that are kept for their entity tags. The oldest one is forgotten. */
const KEPT_MAX = 1000

/** Asks for the pages of people. The portal is asked each time; an answer that has not changed is not sent again. */
export function makePages(send: Send) {
  const kept = new Map<string, { tag: string; pages: Pages }>()

  return async ({ person, client }: PagesQuestion): Promise<Pages> => {
    const path = `/api/pages/ofPerson?${new URLSearchParams({ person, client })}`
    const known = kept.get(path)
    const response = await send(path, { headers: known ? { 'if-none-match': known.tag } : {} })
    if (response.status === 304 && known) return structuredClone(known.pages)
    const pages = await readAnswer<Pages>(response)
    const tag = response.headers.get('etag')
    kept.delete(path)
    // A copy, which callers cannot change.
    if (tag !== null) kept.set(path, { tag, pages: structuredClone(pages) })
    const [oldest] = kept.keys()
    if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    return pages
  }
}

/** Whether a page is among those of a person, with an action if one is named. By its id in the manifest, or its name. */
export const hasPage = ({ pages }: Pages, page: string, action?: string): boolean =>
  pages.some(
    ({ id, name, actions }) => (id === page || name === page) && (action === undefined || actions.includes(action)),
  )
