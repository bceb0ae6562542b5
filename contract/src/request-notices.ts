import { type Notice, notice, one, REQUESTED, SAMPLE_ID, SAMPLE_PORTAL } from './notice.ts'

const DAYS = one('days', 'For how many days it has waited', '2')

export const REQUEST_LINK = one(
  'requestLink',
  'The link to the request, signed for the person who is asked',
  `${SAMPLE_PORTAL}/dashboard/requestsToDecide?link=${SAMPLE_ID}_${SAMPLE_ID}_1827000000_5d41402abc4b2a76b9719d911017c592a0b1c2d3e4f5061728394a5b6c7d8e9f`,
)

const WAITING = [
  one('person', 'Who asks', 'Asha Rao'),
  REQUESTED,
  REQUEST_LINK,
  one('requestId', 'The id of the request, for a link to it without a signature', SAMPLE_ID),
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
