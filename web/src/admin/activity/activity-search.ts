import { ACTIVITY_PAGE_MAX } from '@gatehouse/contract/admin/activity/activity.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import { dayOf, startOf } from '../engine/list/days.ts'

/** The filters and page in the address of the screen. Pages count from 1; days are in the viewer's time zone. */
export type ActivitySearch = {
  actorId: string
  subjectId: string
  /** The name of the record, because people cannot recognise its id. */
  subject: string
  /** A group of events, or one of them. */
  event: string
  from: string
  to: string
  page: number
}

/** Reads the query of an address. Invalid values are ignored. */
export function readActivitySearch(query: Record<string, unknown>): ActivitySearch {
  const page = Number(query.page)
  return {
    actorId: matching(lower(query.actorId), isUuid),
    subjectId: matching(lower(query.subjectId), isUuid),
    subject: typeof query.subject === 'string' ? query.subject : '',
    event: matching(query.event, (text) => EVENT.test(text)),
    from: dayOf(query.from),
    to: dayOf(query.to),
    page: Number.isInteger(page) && page > 0 && page <= ACTIVITY_PAGE_MAX + 1 ? page : 1,
  }
}

/** The query of the address. Empty filters are omitted. */
export function writeActivitySearch({ page, ...filters }: ActivitySearch): Record<string, string> {
  const given = Object.entries(filters).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(given), ...(page > 1 && { page: String(page) }) }
}

/** The filter of the call, with the viewer's days as moments. */
export function toActivityFilter({ actorId, subjectId, event, from, to }: ActivitySearch) {
  return {
    ...(actorId && { actorId }),
    ...(subjectId && { subjectId }),
    ...(event && { event }),
    ...(from && { from: startOf(from, 0) }),
    ...(to && { to: startOf(to, 1) }),
  }
}

const EVENT = /^[A-Za-z]+(\.[a-z-]+)?$/

const lower = (sent: unknown) => (typeof sent === 'string' ? sent.toLowerCase() : sent)

function matching(sent: unknown, isRight: (text: string) => boolean): string {
  return typeof sent === 'string' && isRight(sent) ? sent : ''
}
