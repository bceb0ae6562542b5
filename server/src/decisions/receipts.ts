import { createHash } from 'node:crypto'
import { RECEIPT_TYPE } from '@gatehouse/contract/approvals.ts'
import type { Decision } from '../approvals/decide.ts'
import { type Asked, type Question, readQuestion } from '../approvals/read-question.ts'
import type { Deps } from '../deps.ts'
import { signJwt } from '../keyring/sign-jwt.ts'
import { RECEIPT_ALG } from '../keyring/signing-keys.ts'

type ReceiptDeps = Pick<Deps, 'db' | 'config' | 'signingKeys'>
type Asking = { id: string; question: Question; decision: Decision }

/**
 * The receipts of decisions, in their order: a signed JWT for each allow that asked for one, else `null` (ADR 0075). A receipt
 * has neither `sub` nor `exp`, so that it is no identity token for programs that do not look at `typ`.
 */
export async function makeReceipts(
  { db, config, signingKeys }: ReceiptDeps,
  applicationId: string,
  asked: readonly Asking[],
): Promise<(string | null)[]> {
  if (!asked.some(isDue)) return asked.map(() => null)
  const key = (await signingKeys.published()).find(({ alg }) => alg === RECEIPT_ALG)
  if (key === undefined) throw new Error('there is no key to sign with')
  const iat = Math.floor((await db.now()).getTime() / 1000)
  const common = { iss: config.publicUrl.origin, aud: applicationId, iat }
  return Promise.all(
    asked.map((one) =>
      isDue(one) ? signJwt(key, JSON.stringify({ ...common, ...claimsOf(one) }), RECEIPT_TYPE) : null,
    ),
  )
}

const isDue = ({ question, decision }: Asking) => question.receipt === true && decision.isAllowed

function claimsOf({ id, question, decision: { version, rules, standIn } }: Asking) {
  // What was allowed can be read.
  const asked = readQuestion(question) as Asked
  return {
    ...{ jti: id, person: asked.person, inputs: hashOf(inputsOf(question, asked)) },
    ...{ version, rows: rules.map(({ id }) => id) },
    ...(standIn && { onBehalfOf: standIn.lender, standIn: standIn.id }),
  }
}

/**
 * What was judged, in one spelling: members in the order of their names, with texts and `null` only. All of them, but for `earlierAmount`,
 * which is a member only above zero: without it the spelling is that of former releases.
 */
const inputsOf = (
  { client, page, document }: Question,
  { person, action, case: at, earlier, createdBy, approvals }: Asked,
) => ({
  action,
  amount: spelt(at.amount - earlier),
  approvals: approvals.map(({ by, onBehalfOf, row }) => ({ by, onBehalfOf, row })),
  client: client.trim().toLowerCase(),
  createdBy,
  currency: 'INR',
  document: document?.trim() || null,
  ...(earlier > 0 && { earlierAmount: spelt(earlier) }),
  page: page.trim(),
  person,
  region: at.region ?? 'Panindia',
})

/** Rupees with two decimals. */
const spelt = (paise: number) => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`

/** Of texts and `null`, members sorted, this is the canonical form of RFC 8785. */
const hashOf = (inputs: object) => createHash('sha256').update(JSON.stringify(inputs)).digest('base64url')
