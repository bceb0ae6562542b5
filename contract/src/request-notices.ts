import { type Notice, notice, one, REQUESTED, SAMPLE_ID } from './notice.ts'

const DAYS = one('days', 'For how many days it has waited', '2')

const WAITING = [
  one('person', 'Who asks', 'Asha Rao'),
  REQUESTED,
  one('requestId', 'The id of the request, for a link to it', SAMPLE_ID),
]

/** The messages about requests for access (ADR 0071, ADR 0089). */
export const REQUEST_NOTICES = {
  'access-requested': notice(
    'Access requested',
    'Someone asks for an application; sent to its owners or to contacts of the client, or to administrators',
    WAITING,
  ),
  'access-reminder': notice(
    'Access requested: reminder',
    'A request has waited for two days; sent to those who decide: owners, contacts of the client, or administrators',
    [...WAITING, DAYS],
  ),
  'access-undecided': notice(
    'Access requested: undecided',
    'Nobody has decided about a request three days after the reminder; sent to administrators',
    [...WAITING, DAYS],
  ),
  'access-declined': notice(
    'Access declined',
    'An owner of the application, a contact of the client or an administrator declines a request',
    [REQUESTED, one('answer', 'What was answered', 'Please use the claims portal instead.')],
  ),
} as const satisfies Record<string, Notice>
