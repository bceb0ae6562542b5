import { AppError } from '../errors.ts'

/** Where a member belongs, by the letters of its name. */
type Places = ReadonlyMap<string, string>

/**
 * What can only make an answer stricter. Under another name, or elsewhere, it would be ignored, and more be allowed than with
 * it. Without any other member the answer is a denial or a refusal.
 */
const OWN: Places = new Map([
  ['earlieramount', 'earlierAmount'],
  ['approvals', 'approvals'],
  ['priorapprovals', 'approvals'],
  ['onbehalfof', 'approvals[].onBehalfOf'],
  ['currency', 'currency'],
  ['at', 'at'],
])
/** Beside several questions there is only their moment. */
const BESIDE_QUESTIONS: Places = new Map(
  [...OWN].map(([key, name]) => [key, key === 'at' ? name : `questions[].${name}`]),
)

/** The same of AuthZEN, for subjects and actions, the members of which are the application's own. */
const OF_OTHERS: Places = new Map([
  ['earlieramount', 'context.earlier_amount'],
  ['priorapprovals', 'context.prior_approvals'],
  ['approvals', 'context.prior_approvals'],
  ['onbehalfof', 'context.prior_approvals[].on_behalf_of'],
])
const OF_AUTHZEN: Places = new Map([...OF_OTHERS, ['currency', 'resource.properties.currency'], ['at', 'context.at']])

/** @throws AppError invalid_request when a question, or one of several, has such a member under another name */
export function requireOwnNames(sent: unknown): void {
  const { questions } = sent as { questions: unknown }
  const isMany = Array.isArray(questions)
  const problem = firstOf([
    () => otherName(sent, isMany ? BESIDE_QUESTIONS : OWN, ''),
    ...(isMany ? questions : [sent]).flatMap((one) => [
      () => (isMany ? otherName(one, OWN, '') : null),
      ...elementsOf(Object(one).approvals).map((approval) => () => otherName(approval, OWN, 'approvals[].')),
    ]),
  ])
  if (problem !== null) throw new AppError('invalid_request', { msg: problem })
}

/** What is said of such a member of a request of AuthZEN that has another name, or stands elsewhere; `null`: there is none. */
export function otherAuthzenName(sent: unknown): string | null {
  const { subject, action, resource, context } = Object(sent)
  return firstOf([
    () => otherName(sent, OF_AUTHZEN, ''),
    () => otherName(context, OF_AUTHZEN, 'context.'),
    ...elementsOf(Object(context).prior_approvals).map(
      (approval) => () => otherName(approval, OF_AUTHZEN, 'context.prior_approvals[].'),
    ),
    () => otherName(resource, OF_AUTHZEN, 'resource.'),
    () => otherName(Object(resource).properties, OF_AUTHZEN, 'resource.properties.'),
    ...[subject, action].flatMap((one) => [
      () => otherName(one, OF_OTHERS, ''),
      () => otherName(Object(one).properties, OF_OTHERS, ''),
    ]),
  ])
}

const elementsOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])

function firstOf(looks: readonly (() => string | null)[]): string | null {
  for (const look of looks) {
    const found = look()
    if (found !== null) return found
  }
  return null
}

function otherName(sent: unknown, places: Places, at: string): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null
  for (const key of Object.keys(sent)) {
    const place = places.get(key.toLowerCase().replace(/[^a-z]/g, ''))
    if (place !== undefined && place !== at + key) return `There is no ${key} here: the name is ${place}`
  }
  return null
}
