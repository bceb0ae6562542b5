import { MESSAGE_CHANNELS, MESSAGE_STATES } from '@gatehouse/contract/admin/messages/messages.ts'
import { NOTICE_NAMES } from '@gatehouse/contract/notices.ts'
import { dayOf, startOf } from '../engine/lines/days.ts'
import { idOf, oneOf, pageOf, textOf, withoutEmpty } from '../engine/lines/lines-search.ts'

/** What the screen shows, as its address says it. Pages count from 1. */
export type MessagesSearch = {
  /** `calls`: to other systems; empty: to people. */
  view: string
  state: string
  channel: string
  notice: string
  applicationId: string
  userId: string
  /** By name. */
  gateway: string
  /** Days of the viewer. */
  from: string
  to: string
  /** A part of the address or number, or of the reason. */
  search: string
  /** Of calls: which side is called. */
  side: string
  /** The message that is open. */
  open: string
  /** What is explained beside the list. */
  panel: string
  page: number
}

const PANELS = ['way', 'gateways'] as const

/** Reads the query of an address; whatever makes no sense counts as not given. */
export function readMessagesSearch(query: Record<string, unknown>): MessagesSearch {
  return {
    view: oneOf(['calls'], query.view),
    state: oneOf(MESSAGE_STATES, query.state),
    channel: oneOf(MESSAGE_CHANNELS, query.channel),
    notice: oneOf(NOTICE_NAMES, query.notice),
    applicationId: idOf(query.applicationId),
    userId: idOf(query.userId),
    gateway: textOf(query.gateway),
    from: dayOf(query.from),
    to: dayOf(query.to),
    search: textOf(query.search),
    side: oneOf(['applications', 'partner'], query.side),
    open: idOf(query.open),
    panel: oneOf(PANELS, query.panel),
    page: pageOf(query.page),
  }
}

/** What narrows the list, for the calls: the days of the viewer as moments. */
export function toMessagesFilter({ from, to, ...shown }: MessagesSearch) {
  const { state, channel, notice, applicationId, userId, gateway, search } = shown
  return withoutEmpty({
    ...{ state, channel, notice, applicationId, userId, gateway, search },
    ...{ from: from && startOf(from, 0), to: to && startOf(to, 1) },
  })
}

/** The same of the calls to other systems. */
export function toCallsFilter({ state, side, applicationId, userId }: MessagesSearch) {
  return withoutEmpty({ state, to: side, applicationId, userId })
}

/** What does not narrow the other view, or means something else there. */
export const OTHER_VIEW = {
  state: '',
  channel: '',
  notice: '',
  search: '',
  gateway: '',
  from: '',
  to: '',
  side: '',
  open: '',
}
