import { idOf, oneOf, pageOf } from '../../engine/lines/lines-search.ts'

/** Which lists and which part of a draft the address names. */
export const LIST_VIEWS = ['drafts', 'versions'] as const
export const DRAFT_VIEWS = ['roles', 'rules', 'comparison', 'people'] as const
export type DraftView = (typeof DRAFT_VIEWS)[number]

export const readVersionsSearch = (query: Record<string, unknown>) => ({
  view: oneOf([...LIST_VIEWS, ...DRAFT_VIEWS], query.view),
  applicationId: idOf(query.applicationId),
  draft: idOf(query.draft),
  changed: oneOf(['true'], query.changed),
  search: typeof query.search === 'string' ? query.search.slice(0, 200) : '',
  page: pageOf(query.page),
})
