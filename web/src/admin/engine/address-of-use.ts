import type { LinkProps } from '@tanstack/react-router'
import { recordLink } from '../../session/list-link.ts'
import { recordPage, type ScreenPath } from '../../shell/screens.ts'

/** Where a record is shown, and the screen that one must be allowed to open for it. */
type Address = Pick<LinkProps, 'to' | 'params' | 'search'> & { screen: ScreenPath }

const application = (id: string): Address => ({
  screen: '/eaiapplication',
  to: recordPage('/eaiapplication'),
  params: { id } as never,
})
const person = (id: string): Address => ({ screen: '/user', to: recordPage('/user'), params: { id } as never })
const review = (id: string): Address => ({
  screen: '/reviews',
  to: '/dashboard/reviews',
  search: { review: id } as never,
})

/** By the kind of a use; kinds without an entry have no links. */
const ADDRESSES: Record<string, (id: string, name: string) => Address> = {
  assignments: application,
  'applications that nobody else owns': application,
  'stand-ins for them': person,
  'people for whom they stand in': person,
  'recoveries that they started or approved, which fail then': person,
  'running reviews in which they decide': review,
  'running reviews of this owner': review,
  'service accounts of this owner': (id) => ({
    screen: '/serviceAccounts',
    to: recordPage('/serviceAccounts'),
    params: { id } as never,
  }),
  'requests for access that they decide about': (id) => ({
    screen: '/accessRequests',
    to: '/dashboard/accessRequests',
    search: { request: id } as never,
  }),
  'drafts with a date that they set or confirmed, which are not published then': (id) => ({
    screen: '/approvalVersions',
    to: '/dashboard/approvalVersions',
    search: { draft: id } as never,
  }),
  'gateways that nobody else owns': (lane, name) => {
    const [kind, _id = ''] = lane.split(':')
    // The name is what the lists of gateways call one: an email configuration by its application, too.
    return kind === 'sms'
      ? { screen: '/configurationSms', ...searched(SMS, { _id, name }) }
      : { screen: '/configurationEmail', ...searched(EMAIL, { _id, name: name.split(' · ').at(-1) ?? '' }) }
  },
}

const EMAIL = { to: '/dashboard/configurationEmail', field: 'fromMailId' } as const
const SMS = { to: '/dashboard/configurationSms', field: 'providerName' } as const

function searched(...asked: Parameters<typeof recordLink>) {
  const { to, search } = recordLink(...asked)
  return { to, search: search as never }
}

/** Where a record that uses another one is shown; `null`: nowhere of its own. */
export const addressOfUse = (kind: string, name: string, id: string | undefined): Address | null =>
  id === undefined ? null : (ADDRESSES[kind]?.(id, name) ?? null)
