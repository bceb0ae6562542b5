import { createHash } from 'node:crypto'
import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { regionCode } from './regions.ts'
import type { Action, Question } from './types.ts'

/** What a receipt says, once it is verified. */
export type Receipt = {
  /** The portal, and the application's id there. */
  iss: string
  aud: string
  /** When it was allowed, in seconds since 1970. */
  iat: number
  /** The id of the decision, as its answer had it in `_id`. Of a portal that keeps no decisions it names the receipt only. */
  jti: string
  /** Who was allowed to act. */
  person: string
  /** The lender, and the id of what is lent, when the person stood in for somebody. */
  onBehalfOf?: string
  standIn?: string
  /** The version of the matrix, and the rows that allowed it. */
  version: number
  rows: string[]
  /** SHA-256 of the inputs, as base64url. */
  inputs: string
}

type Expected = { issuer: string; applicationId: string; keys: JSONWebKeySet | undefined }

/** @returns a function that verifies a receipt, and that it is the answer to this question */
export function makeVerifier({ issuer, applicationId, keys }: Expected) {
  const published = keys ? createLocalJWKSet(keys) : createRemoteJWKSet(new URL('/access/v1/receipts/keys', issuer))
  const expected = { issuer, audience: applicationId, typ: 'approval-receipt+jwt', algorithms: ['ES256'] }

  return async (receipt: string, question: Question): Promise<Receipt> => {
    const { payload } = await jwtVerify<Receipt>(receipt, published, expected)
    if (payload.inputs !== hashOf(inputsOf(question))) throw new Error('This receipt is for something else.')
    return payload
  }
}

/** The inputs of a question in their one spelling: members in the order of their names, texts and `null` only. */
function inputsOf({ person, client, page, action: given, amount, region, createdBy, document, ...question }: Question) {
  const { approvals = [], earlierAmount } = question
  const earlier = String(earlierAmount ?? '').trim() === '' ? NOTHING : amountOf(earlierAmount as number | string)
  const action = ACTION_OF.get(lettersOf(given)) ?? given
  return {
    action,
    amount: amountOf(amount),
    approvals: approvals.map(({ by, row, onBehalfOf }) => ({
      by: idOf(by),
      onBehalfOf: onBehalfOf ? idOf(onBehalfOf) : null,
      row: row.trim().toLowerCase(),
    })),
    client: client.trim().toLowerCase(),
    createdBy: action === 'Creator' || createdBy == null ? null : idOf(createdBy),
    currency: (question.currency ?? 'INR').trim().toUpperCase(),
    document: document?.trim() || null,
    // Left out where nothing was approved before, as before it was known.
    ...(earlier !== NOTHING && { earlierAmount: earlier }),
    page: page.trim(),
    person: idOf(person),
    region: regionCode(region),
  }
}

/** As the portal reads an action: in any case, with spaces, hyphens or underscores. */
const lettersOf = (action: string) => action.trim().toLowerCase().replaceAll(/[-_]/g, ' ')
const ACTIONS: readonly Action[] = ['Creator', 'Approval', 'Authorised', 'Authorised Approval', 'Final Approval']
const ACTION_OF = new Map(ACTIONS.map((action) => [lettersOf(action), action]))

const NOTHING = '0.00'
const AMOUNT = /^(\d+)(?:\.(\d{0,2})0*)?$/

/** Rupees with two decimals. The digits are kept as they are: a sum of binary fractions is not exact. */
function amountOf(amount: number | string): string {
  const [, rupees, paise = ''] = AMOUNT.exec(String(amount).trim()) ?? []
  if (rupees === undefined) throw new TypeError('The amount is not an amount in rupees.')
  return `${rupees.replace(/^0+(?=\d)/, '')}.${paise.padEnd(2, '0')}`
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Ids of the portal are in lower case; ids that only one application knows are kept as they are. */
function idOf(sent: string): string {
  const trimmed = sent.trim()
  const lower = trimmed.toLowerCase()
  return UUID.test(lower) ? lower : trimmed
}

/** Of texts and `null`, members sorted, this is the canonical form of RFC 8785. */
const hashOf = (inputs: object) => createHash('sha256').update(JSON.stringify(inputs)).digest('base64url')
