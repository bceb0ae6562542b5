/**
 * Why a question about an approval is answered as it is. These codes are a part of the contract: new ones may be added,
 * none is renamed or used for something else. `row-allows` comes with every allow and with no denial, and `catch-all-allows`,
 * `conflict-reported` and `conflict-excepted` may follow it.
 */
export const APPROVAL_REASONS = {
  'row-allows': 'A row of the matrix allows it.',
  'catch-all-allows': 'No row covers this case: the catch-all role of the matrix allows it.',
  'conflict-reported':
    'It is allowed and reported: a rule of separation of duties keeps it apart from what the person has already done on this document.',
  'conflict-excepted':
    'It is allowed by an exception: without it, a rule of separation of duties would be broken on this document.',

  // The question cannot be answered as it was asked.
  'action-unknown': 'There is no such action.',
  'amount-malformed': 'The amount is not a number.',
  'amount-negative': 'The amount is negative.',
  'amount-too-precise': 'The amount has more than two decimals.',
  'amount-too-large': 'The amount is larger than any amount that can be approved.',
  'currency-unknown': 'Amounts are approved in INR only.',
  'region-missing': 'The question names no region.',
  'region-unknown': 'There is no such region.',
  'creator-missing': 'The question does not say who created the document.',
  'creator-unknown': 'The id of the creator is not an id of a person.',
  'approver-unknown': 'The id of an earlier approver is not an id of a person.',
  'moment-unknown': 'The portal does not know the rows of that moment.',
  'moment-to-come': 'That moment is still to come.',
  'application-inactive': 'The application is not active.',
  'client-unknown': 'There is no such client.',
  'client-inactive': 'The client is not active.',
  'page-unknown': 'The application has no such page.',
  'page-inactive': 'The page is not active.',

  // The person has no authority in this case.
  'not-assigned': 'The application is not assigned to this person for this client.',
  'assignment-not-current': 'The assignment of this person has not begun yet, or has ended.',
  'person-inactive': 'The person is not active.',
  'no-row': 'The role of this person has no row for this page.',
  'action-not-held': 'The role of this person has another action on this page.',
  'amount-below-range': 'The amount is below the range of this role.',
  'amount-above-limit': 'The amount is above the limit of this role.',
  'row-not-yet-valid': 'The row of this person has not begun yet.',
  'row-expired': 'The row of this person has ended.',
  'row-inactive': 'The row of this person is not active.',
  'region-not-covered': 'The role of this person does not act in this region.',
  'outside-stand-in': 'Somebody lends authority to this person, but not for this case.',
  'catch-all-only': 'No row covers this case: only the catch-all role of the matrix may approve it.',
  'nobody-approves': 'No role at all has this action for this page, amount and region.',

  // The person has authority, but not now.
  'own-document': 'The creator of a document does not approve it.',
  'lenders-document': 'The creator of a document does not approve it through a stand-in either.',
  'same-person-twice': 'The same person has already approved another step of this document.',
  'conflicting-roles':
    'A rule of separation of duties keeps this apart from what the person has already done on this document.',
  'conflict-asks':
    'A rule of separation of duties keeps this apart from what the person has already done on this document, unless somebody excepts them from it.',
  'already-approved': 'This step is already approved.',
  'not-your-step': 'An earlier step is still to be approved.',
  'after-final': 'This role comes after the final approval, and is never asked.',
  'lower-level-asked': 'A lower level has authority for this amount, and higher ones are not asked.',
  'approver-is-enough': 'Another role of this step approves, and its approval is enough.',
} as const

export type ApprovalReason = keyof typeof APPROVAL_REASONS

/** The codes, for schemas. An object with these keys is never empty. */
export const APPROVAL_REASON_CODES = Object.keys(APPROVAL_REASONS) as [ApprovalReason, ...ApprovalReason[]]
