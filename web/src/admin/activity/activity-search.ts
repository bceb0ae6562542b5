import { dayOf, startOf } from '../engine/lines/days.ts'
import { idOf, matching, pageOf, textOf } from '../engine/lines/lines-search.ts'

/** The filters and page in the address of the screen. Pages count from 1; days are in the viewer's time zone. */
export type ActivitySearch = {
  actorId: string
  /** Of the actor. Without one the server refuses it: left out, it would list everything. */
  sessionId: string
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
  return {
    actorId: idOf(query.actorId),
    sessionId: idOf(query.sessionId),
    subjectId: idOf(query.subjectId),
    subject: textOf(query.subject),
    event: matching(query.event, (text) => EVENT.test(text)),
    from: dayOf(query.from),
    to: dayOf(query.to),
    page: pageOf(query.page),
  }
}

/** The filter of the call, with the viewer's days as moments. */
export function toActivityFilter({ actorId, sessionId, subjectId, event, from, to }: ActivitySearch) {
  return {
    ...(actorId && { actorId }),
    ...(sessionId && { sessionId }),
    ...(subjectId && { subjectId }),
    ...(event && { event }),
    ...(from && { from: startOf(from, 0) }),
    ...(to && { to: startOf(to, 1) }),
  }
}

/** Whether a change of the filters would list other lines. */
export const listsOthers = (shown: ActivitySearch, change: Partial<ActivitySearch>): boolean =>
  JSON.stringify(toActivityFilter({ ...shown, ...change })) !== JSON.stringify(toActivityFilter(shown))

const EVENT = /^[A-Za-z]+(\.[a-z-]+)?$/
