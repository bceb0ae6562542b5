import { REPLAY_CHANGES } from '@gatehouse/contract/admin/approvals/replays.ts'
import { idOf, oneOf, pageOf } from '../../engine/lines/lines-search.ts'

/** Which lists, and which part of a draft or of a replay, the address names. */
export const LIST_VIEWS = ['drafts', 'versions', 'replays'] as const
export const DRAFT_VIEWS = ['roles', 'rules', 'routing', 'comparison', 'people'] as const
export type DraftView = (typeof DRAFT_VIEWS)[number]

export const readVersionsSearch = (query: Record<string, unknown>) => ({
  view: oneOf([...LIST_VIEWS, ...DRAFT_VIEWS], query.view),
  applicationId: idOf(query.applicationId),
  draft: idOf(query.draft),
  replay: idOf(query.replay),
  change: oneOf(REPLAY_CHANGES, query.change),
  changed: oneOf(['true'], query.changed),
  search: typeof query.search === 'string' ? query.search.slice(0, 200) : '',
  page: pageOf(query.page),
})
