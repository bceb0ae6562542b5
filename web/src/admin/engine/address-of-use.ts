import type { LinkProps } from '@tanstack/react-router'
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
const ADDRESSES: Record<string, (id: string) => Address> = {
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
  'gateways that nobody else owns': (lane) => {
    const [kind, open] = lane.split(':')
    const screen = kind === 'sms' ? '/configurationSms' : '/configurationEmail'
    return { screen, to: `/dashboard${screen}`, search: { open } as never }
  },
}

/** Where a record that uses another one is shown; `null`: nowhere of its own. */
export const addressOfUse = (kind: string, id: string | undefined): Address | null =>
  id === undefined ? null : (ADDRESSES[kind]?.(id) ?? null)
