import { type ListWithPages, RECORD_PAGES, recordPage } from './screens.ts'

const WITH_PAGES = Object.keys(RECORD_PAGES) as ListWithPages[]

/** The page of a record of a list, such as `/dashboard/user`; `null` where its kind has no pages. */
export function pageLink(list: string, id: string) {
  const page = WITH_PAGES.find((path) => list === `/dashboard${path}`)
  return page === undefined ? null : { to: recordPage(page), params: { id } }
}
