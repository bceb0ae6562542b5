import { NOTICES } from '@gatehouse/contract/notices.ts'
import { OPTIONAL_NOTICES, type OptionalNotice } from '@gatehouse/contract/own-notices.ts'
import type { Session } from '@gatehouse/contract/session.ts'

type Who = Pick<Session, 'permissions' | 'decidesRequests'>
type Words = { label: string; isFor?: (who: Who) => boolean }

const startsReviews = ({ permissions }: Who) => permissions.includes('reviews:write')
const decidesRequests = ({ permissions, decidesRequests }: Who) =>
  decidesRequests || permissions.includes('users:write')

/** What can be put off, in the words of the person who gets it: English, for `t()`. Some go only to people with duties. */
const NOTICE_WORDS: Record<OptionalNotice, Words> = {
  'assignment-granted': { label: 'You get an application, also when you have asked for it' },
  'assignment-ends': { label: 'An application of yours ends in seven days' },
  'assignment-removed': { label: 'An application of yours was removed, or has ended' },
  'access-step': { label: 'A step of your request for an application was approved' },
  'access-declined': { label: 'Your request for an application was declined' },
  'review-reminder': { label: 'A review in which you decide is due in three days, or overdue' },
  'review-overdue': { label: 'A review that you have started is overdue', isFor: startsReviews },
  'review-completed': {
    label: 'The decisions of a review that you have started were carried out',
    isFor: startsReviews,
  },
  'access-requested': { label: 'Somebody asks for an application', isFor: decidesRequests },
  'approval-errors': {
    label: 'The approvals of an application that you own have new errors',
    // Only owners get it. Deciding contacts see the choice, too, because the session does not tell the two apart.
    isFor: (who) => who.decidesRequests,
  },
  'pages-added': { label: 'An application that you own has new pages', isFor: (who) => who.decidesRequests },
  'access-reminder': { label: 'A request for an application has waited for two days', isFor: decidesRequests },
}

/** Messages that a line of the activity names by their titles, as the preferences name them. */
export function noticesInWords(titles: string, t: (text: string) => string): string {
  const labelOf = (title: string) => {
    const notice = OPTIONAL_NOTICES.find((name) => NOTICES[name].title === title)
    return notice === undefined ? title : NOTICE_WORDS[notice].label
  }
  return titles
    .split(', ')
    .map((title) => t(labelOf(title)))
    .join('; ')
}

/** What this person may be sent. */
export function noticesFor(who: Who): { name: OptionalNotice; label: string }[] {
  return OPTIONAL_NOTICES.flatMap((name) => {
    const { label, isFor } = NOTICE_WORDS[name]
    return isFor === undefined || isFor(who) ? [{ name, label }] : []
  })
}
