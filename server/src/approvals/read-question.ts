import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import { RUPEES_MAX } from '@gatehouse/contract/read-amount.ts'
import { isRegion, type REGIONS, regionCode } from '@gatehouse/contract/regions.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import type { Case } from './chain.ts'

/** A question as it was sent. Ids of persons are those by which the application knows them. */
export type Question = {
  person: string
  client: string
  /** The id or the name of a page. */
  page: string
  action: string
  /** Rupees. */
  amount: number | string
  /** What was approved before of the same case, in rupees, without this document. Nothing, when empty or left out. */
  earlierAmount?: number | string | null | undefined
  currency: string
  region: string
  /** `null`: no person created the document. */
  createdBy?: string | null | undefined
  approvals: readonly { by: string; row: string; onBehalfOf?: string | null | undefined }[]
  /** The id of the document in the application. It is not judged, but a receipt is for this document. */
  document?: string | null | undefined
  /** Whether an allow is to have a receipt. */
  receipt?: boolean | undefined
  /** Another moment than now, whose version of the matrix answers. */
  at?: string | null | undefined
}

export type RoleAction = (typeof ROLE_ACTIONS)[number]

/** What a question asks, in the terms of the matrix. */
export type Asked = {
  person: string
  action: RoleAction
  /** Its amount is the sum of the document and of what was approved before: that decides who approves. */
  case: Case
  /** What was approved before, in paise. */
  earlier: number
  createdBy: string | null
  approvals: Approval[]
}

/** `onBehalfOf`: the lender, when a stand-in made it. */
export type Approval = { by: string; row: string; onBehalfOf: string | null }

const CURRENCY = 'INR'
const NO_STRANGERS: ReadonlySet<string> = new Set()
/** The largest upper bound that a role can have, in paise. */
export const LARGEST_AMOUNT = RUPEES_MAX * 100

/**
 * What a question asks, or every reason for which it cannot be answered.
 *
 * @param strangers ids that look like those of persons, and are nobody's
 */
export function readQuestion(
  question: Question,
  strangers: ReadonlySet<string> = NO_STRANGERS,
): Asked | ApprovalReason[] {
  const reasons: ApprovalReason[] = []
  const note = <Value>(read: Value | { reason: ApprovalReason }): Value | null => {
    if (typeof read !== 'object' || read === null || !('reason' in read)) return read
    reasons.push(read.reason)
    return null
  }
  const action = note(readAction(question.action))
  const [amount, earlier] = [note(readAmount(question.amount)), note(readEarlier(question.earlierAmount))]
  if (amount !== null && earlier !== null && amount + earlier > LARGEST_AMOUNT) reasons.push('amount-too-large')
  if (question.currency.trim().toUpperCase() !== CURRENCY) reasons.push('currency-unknown')
  const region = note(readRegion(question.region))
  const isPerson = (id: string) => isPersonId(id) && !strangers.has(id)
  const createdBy = action === 'Creator' ? null : note(readCreator(question.createdBy, isPerson))
  const approvals = question.approvals.map(({ by, row, onBehalfOf }): Approval => {
    return { by: personId(by), row: row.trim().toLowerCase(), onBehalfOf: onBehalfOf ? personId(onBehalfOf) : null }
  })
  if (approvals.some((one) => !actorsOf(one).every(isPerson))) reasons.push('approver-unknown')
  if (reasons.length > 0 || action === null || amount === null || earlier === null) return [...new Set(reasons)]
  const asked = { person: personId(question.person), action, createdBy, approvals, earlier }
  return { ...asked, case: { amount: amount + earlier, region } }
}

const ACTION_OF = new Map(ROLE_ACTIONS.map((action) => [action.toLowerCase(), action]))

/** The labels of the console, in any case, with spaces, hyphens or underscores. */
const readAction = (sent: string): RoleAction | { reason: ApprovalReason } =>
  ACTION_OF.get(sent.trim().toLowerCase().replaceAll(/[-_]/g, ' ')) ?? { reason: 'action-unknown' }

/** What was approved before. What is wrong with it has the reason that an amount has. */
const readEarlier = (sent: Question['earlierAmount']) =>
  sent === null || sent === undefined || String(sent).trim() === '' ? 0 : readAmount(sent)

/** Rupees as text in decimal notation, so that no decimal is lost; the result is paise. */
function readAmount(sent: number | string): number | { reason: ApprovalReason } {
  const text = String(sent).trim()
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/.exec(text) ?? []
  if (whole === '') return { reason: typeof sent === 'number' ? aboutExponent(sent) : 'amount-malformed' }
  if (sign === '-' && /[1-9]/.test(whole + decimals)) return { reason: 'amount-negative' }
  // 1.000 is one to some, and a thousand to others.
  if (decimals.length > 2) return { reason: 'amount-too-precise' }
  const paise = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return paise > LARGEST_AMOUNT ? { reason: 'amount-too-large' } : paise
}

/** Numbers that JavaScript writes with an exponent are very small or very large. */
const aboutExponent = (sent: number): ApprovalReason => (Math.abs(sent) < 1 ? 'amount-too-precise' : 'amount-too-large')

/** 'All' is a flag of rows and no region; Panindia is all of India: only rows without a limit to regions cover it. */
function readRegion(sent: string): Case['region'] | { reason: ApprovalReason } {
  const code = regionCode(sent)
  if (code === '') return { reason: 'region-missing' }
  if (!isRegion(code)) return { reason: 'region-unknown' }
  return code === 'Panindia' ? null : (code as Exclude<keyof typeof REGIONS, 'Panindia'>)
}

function readCreator(
  sent: Question['createdBy'],
  isPerson: (id: string) => boolean,
): string | null | { reason: ApprovalReason } {
  if (sent === undefined) return { reason: 'creator-missing' }
  if (sent === null) return null
  const id = personId(sent)
  return isPerson(id) ? id : { reason: 'creator-unknown' }
}

/** Whose authority an approval has used: the approver's, and the lender's. */
export const actorsOf = ({ by, onBehalfOf }: Approval): string[] => (onBehalfOf === null ? [by] : [by, onBehalfOf])

/** One spelling for each person: an id of the portal may be sent in capitals. Pairwise ids are compared as they are. */
export function personId(sent: string): string {
  const trimmed = sent.trim()
  const lower = trimmed.toLowerCase()
  return isUuid(lower) ? lower : trimmed
}

/** A pairwise id is an HMAC-SHA-256 as base64url. */
export const PAIRWISE = /^[\w-]{43}$/
const isPersonId = (id: string) => isUuid(id) || PAIRWISE.test(id)
