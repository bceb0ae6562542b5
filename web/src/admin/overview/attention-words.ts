import { SECRET_SOON_DAYS } from '@gatehouse/contract/admin/applications/applications.ts'
import type { Attention } from '@gatehouse/contract/admin/overview/overview.ts'
import { KEY_ENDS_SOON_DAYS } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import type { LinkProps } from '@tanstack/react-router'
import i18next, { t } from 'i18next'
import { formatMoment } from '../../i18n/format.ts'
import { formatDay } from './days.ts'

/** A list, narrowed as it must be to show what a number counts. */
export type ListAddress = { to: NonNullable<LinkProps['to']>; search: Record<string, string> }

/** What keeps people from their work, or hides that it does; all else is a warning. */
const URGENT: Attention['kind'][] = [
  'lanesFailing',
  'approvalsMissing',
  'messagesFailed',
  'partnerCallsFailed',
  'backupsFailed',
  'archiveFailing',
  'signInsFlooded',
]

export const isUrgent = ({ kind }: Attention) => URGENT.includes(kind)

export function attentionText({ kind, since, day, usual }: Attention): string {
  switch (kind) {
    case 'lanesFailing':
      return t('Gateways and other systems cannot be reached')
    case 'approvalsMissing':
      return t('Applications and clients with approvals that nobody can give')
    case 'webhooksOff':
      return t('Webhooks were switched off after failed deliveries')
    case 'messagesFailed':
      return t('Messages from today and yesterday could not be delivered')
    case 'messagesWaiting':
      return t('Messages are waiting, the oldest since {{time}}', {
        time: since && formatMoment(new Date(since), new Date(), i18next.language),
      })
    case 'partnerCallsFailed':
      return t('Calls to the partner portal failed')
    case 'signInsFailed':
      return t('Failed sign-ins on {{day}}, far more than the usual {{usual}} a day', {
        ...{ day: formatDay(day ?? '', i18next.language), usual },
      })
    case 'backupsFailed':
      return t('The newest scheduled backup failed, or none was made in time')
    case 'archiveFailing':
      return t('The archive of the database fails or is late')
    case 'signInsFlooded':
      return t('Minutes with so many failed sign-ins that unknown browsers had to wait, today and yesterday')
    case 'signInsThrottled':
      return t('Rate limits reached today and yesterday')
    case 'accessRequested':
      return t('People ask for applications and wait for a decision')
    case 'publishingWaiting':
      return t('Changes of approvals wait for you to confirm them')
    case 'recoveriesOpen':
      return t('Account recoveries are open')
    case 'pagesUnassigned':
      return t('New pages of applications that no role may use yet')
    case 'reviewsOverdue':
      return t('Reviews of access are overdue')
    case 'reviewsRefused':
      return t('People whose review of access could not start by itself')
    case 'secretsEnding':
      return t('Applications with a secret that expires within {{days}} days', { days: SECRET_SOON_DAYS })
    case 'keysEnding':
      return t('Service accounts with a key that expires within {{days}} days', { days: KEY_ENDS_SOON_DAYS })
    case 'accountsOwnerless':
      return t('Service accounts without an active owner')
    case 'jobsFailed':
      return t('Your jobs that failed in the last 7 days, in whole or in part')
  }
}

/** The list that shows what is counted; `null`: the places of the line are the list. */
export function attentionLink({ kind, day }: Attention, days: string[]): ListAddress | null {
  const yesterday = days.at(-2) ?? ''
  switch (kind) {
    case 'lanesFailing':
      return { to: '/dashboard/messages', search: {} }
    case 'approvalsMissing':
      return null
    case 'webhooksOff':
      return { to: '/dashboard/webhooks', search: { isSwitchedOff: 'true' } }
    case 'messagesFailed':
      return { to: '/dashboard/messages', search: { state: 'failed', from: yesterday } }
    case 'messagesWaiting':
      return { to: '/dashboard/messages', search: { state: 'waiting' } }
    case 'partnerCallsFailed':
      return { to: '/dashboard/messages', search: { view: 'calls', state: 'failed', side: 'partner' } }
    case 'signInsFailed':
      return { to: '/dashboard/activity', search: { event: 'signin.failed', from: day ?? '', to: day ?? '' } }
    case 'backupsFailed':
    case 'archiveFailing':
      return { to: '/dashboard/security', search: {} }
    case 'signInsFlooded':
      return { to: '/dashboard/activity', search: { event: 'signin.flooded', from: yesterday } }
    case 'signInsThrottled':
      return { to: '/dashboard/activity', search: { event: 'signin.throttled', from: yesterday } }
    case 'accessRequested':
      return { to: '/dashboard/accessRequests', search: {} }
    case 'publishingWaiting':
      return { to: '/dashboard/approvalVersions', search: {} }
    case 'recoveriesOpen':
      return { to: '/dashboard/user', search: { state: 'recovering' } }
    case 'pagesUnassigned':
      return { to: '/dashboard/appPage', search: { isUnassigned: 'true' } }
    case 'reviewsOverdue':
      return { to: '/dashboard/reviews', search: { overdue: 'true' } }
    case 'reviewsRefused':
      return { to: '/dashboard/reviews', search: {} }
    case 'secretsEnding':
      return { to: '/dashboard/eaiapplication', search: { secretEndsSoon: 'true' } }
    case 'keysEnding':
      return { to: '/dashboard/serviceAccounts', search: { isEnding: 'true' } }
    case 'accountsOwnerless':
      return { to: '/dashboard/serviceAccounts', search: { isOwnerless: 'true' } }
    case 'jobsFailed':
      return { to: '/dashboard/jobs', search: { isFailed: 'true' } }
  }
}
