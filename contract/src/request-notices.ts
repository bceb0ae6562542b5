import { type Notice, notice, one, REQUESTED, SAMPLE_ID } from './notice.ts'

const DAYS = one('days', 'For how many days it has waited', '2')

const WAITING = [
  one('person', 'Who asks', 'Asha Rao'),
  REQUESTED,
  one('requestId', 'The id of the request, for a link to it', SAMPLE_ID),
]

/** The messages about requests for access (ADR 0071, ADR 0089, ADR 0109). */
export const REQUEST_NOTICES = {
  'access-step': notice(
    'Access: a step approved',
    'A step of the matrix of approvals is approved, and the request waits for the next one; sent to whoever has asked',
    [REQUESTED, one('step', 'The step that waits', '2'), one('of', 'How many steps there are', '3')],
  ),
  'access-requested': notice(
    'Access requested',
    'Someone asks for an application, or a step of its matrix is approved; sent to those who decide next: owners, contacts of the client, approvers or administrators',
    WAITING,
  ),
  'access-reminder': notice(
    'Access requested: reminder',
    'A request has waited for two days; sent to those who decide: owners, contacts of the client, approvers or administrators',
    [...WAITING, DAYS],
  ),
  'access-undecided': notice(
    'Access requested: undecided',
    'Nobody has decided about a request three days after the reminder; sent to administrators',
    [...WAITING, DAYS],
  ),
  'access-declined': notice('Access declined', 'Somebody who decides about a request declines it', [
    REQUESTED,
    one('answer', 'What was answered', 'Please use the claims portal instead.'),
  ]),
} as const satisfies Record<string, Notice>
