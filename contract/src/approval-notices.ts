import { type Notice, notice, one, SAMPLE_ID } from './notice.ts'

/** The messages about what the nightly check of a matrix finds (ADR 0100), new pages (ADR 0082), and exceptions from conflict rules (ADR 0114). */
export const APPROVAL_NOTICES = {
  'approval-errors': notice(
    'Errors in approvals',
    'The nightly check finds new errors in the approvals of an application; sent to its owners',
    [
      one('application', 'The application', 'Claims'),
      one('count', 'How many new errors there are', '2'),
      one(
        'findings',
        'The first of them, with client and pages',
        'Acme Insurance, Settlement: Nobody approves ₹3,00,000.01 to ₹5,00,000.',
      ),
      one('applicationId', 'The id of the application, for a link to the check', SAMPLE_ID),
      one('clientId', 'The id of the client of the first error, for the same link', SAMPLE_ID),
    ],
  ),
  'pages-added': notice(
    'New pages of an application',
    'An application publishes pages that are new, so that no role may use them yet; sent to its owners',
    [
      one('application', 'The application', 'Claims'),
      one('count', 'How many new pages there are', '2'),
      one('pages', 'The first of them', 'Refunds, Reports'),
      one('applicationId', 'The id of the application, for a link to its pages', SAMPLE_ID),
    ],
  ),
  'conflict-exception-ends': notice(
    'Exception from a conflict rule ends',
    'An exception from a rule of separation of duties ends in a week; sent to its owner',
    [
      one('rule', 'The rule', 'Payments'),
      one('application', 'The application', 'Claims'),
      one('person', 'Who is excepted', 'Asha Rao'),
      one('ends', 'When it ends', '30 Nov 2026'),
    ],
  ),
} as const satisfies Record<string, Notice>
