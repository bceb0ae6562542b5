import { MESSAGE_CHANNELS, MESSAGE_STATES, MESSAGES_PAGE_MAX } from '@gatehouse/contract/admin/messages.ts'
import { NOTICE_NAMES } from '@gatehouse/contract/notices.ts'

/** What the screen shows, as its address says it. Pages count from 1. */
export type MessagesSearch = {
  state: string
  channel: string
  notice: string
  applicationId: string
  userId: string
  /** A part of the address or number, or of the reason. */
  search: string
  /** The message that is open. */
  open: string
  /** What is explained beside the list. */
  panel: string
  page: number
}

const PANELS = ['way', 'gateways'] as const

/** Reads the query of an address; whatever makes no sense counts as not given. */
export function readMessagesSearch(query: Record<string, unknown>): MessagesSearch {
  const page = Number(query.page)
  return {
    state: oneOf(MESSAGE_STATES, query.state),
    channel: oneOf(MESSAGE_CHANNELS, query.channel),
    notice: oneOf(NOTICE_NAMES, query.notice),
    applicationId: idOf(query.applicationId),
    userId: idOf(query.userId),
    search: typeof query.search === 'string' ? query.search : '',
    open: idOf(query.open),
    panel: oneOf(PANELS, query.panel),
    page: Number.isInteger(page) && page > 0 && page <= MESSAGES_PAGE_MAX + 1 ? page : 1,
  }
}

/** The query of an address that says this; what is not narrowed is left out. */
export function writeMessagesSearch({ page, ...texts }: MessagesSearch): Record<string, string> {
  const given = Object.entries(texts).filter(([, value]) => value !== '')
  return { ...Object.fromEntries(given), ...(page > 1 && { page: String(page) }) }
}

/** What narrows the list, for the calls. */
export function toMessagesFilter({ state, channel, notice, applicationId, userId, search }: MessagesSearch) {
  const filters = { state, channel, notice, applicationId, userId, search }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as Partial<typeof filters>
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const idOf = (sent: unknown) => (typeof sent === 'string' && ID.test(sent) ? sent : '')

const oneOf = (known: readonly string[], sent: unknown) =>
  typeof sent === 'string' && known.includes(sent) ? sent : ''
