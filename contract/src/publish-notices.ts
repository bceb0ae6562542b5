import { type Notice, type NoticeVariable, notice, one, SAMPLE_ID } from './notice.ts'

const APPLICATION = one('application', 'The application whose approvals are to change', 'Eclaims')
const DRAFT_ID = one(
  'draftId',
  'The id of the draft, for a link to it; empty: it is about no longer asking a second person',
  SAMPLE_ID,
)
const FROM = one('from', 'The moment from which it is to count, or empty for at once', '1 Apr 2027, 12:00 am IST')
const APPLICATION_ID = one('applicationId', 'The id of the application, for a link', SAMPLE_ID)

/** `first`: who or what it is about. */
const notPublished = (first: NoticeVariable, means: string, sample: string) => [
  first,
  APPLICATION,
  one('answer', means, sample),
  DRAFT_ID,
  APPLICATION_ID,
]

/** The messages about changes of a matrix of approvals that a second person confirms (ADR 0099). */
export const PUBLISH_NOTICES = {
  'publishing-asked': notice(
    'Second person asked',
    'Someone asks to change approvals where a second person confirms, or that none confirms any more; sent to those who may confirm',
    [
      one('person', 'Who asks', 'Asha Rao'),
      APPLICATION,
      one('answer', 'The reason that was given, or empty', 'Limits of the new year'),
      FROM,
      DRAFT_ID,
      APPLICATION_ID,
    ],
  ),
  'publishing-confirmed': notice(
    'Second person confirmed',
    'A second person confirms a change of approvals, or that none confirms any more; sent to whoever has asked',
    [one('person', 'Who has confirmed', 'Bina Das'), APPLICATION, FROM, DRAFT_ID, APPLICATION_ID],
  ),
  'publishing-sent-back': notice(
    'Second person sent back',
    'A second person sends a change of approvals back; sent to whoever has asked',
    notPublished(
      one('person', 'Who has sent it back', 'Bina Das'),
      'What was answered',
      'Leave the limits of Kerala as they are.',
    ),
  ),
  'publishing-not-done': notice(
    'Draft not published at its date',
    'A change of approvals had a date and is not published: it cannot be, or was called off; sent to those who have set the date, and to owners of the application if it cannot be',
    notPublished(one('draft', 'The name of the draft', 'April'), 'Why', 'It has new errors.'),
  ),
} as const satisfies Record<string, Notice>
