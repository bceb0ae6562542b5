import { AppError } from '../errors.ts'

/**
 * What can only make an answer stricter, by the letters of its name. Under another name it would be ignored, and more be
 * allowed than with it.
 */
const OWN = new Map([
  ['earlieramount', 'earlierAmount'],
  ['approvals', 'approvals'],
  ['priorapprovals', 'approvals'],
])
/** The same of AuthZEN, where only members of the context are judged. */
const OF_AUTHZEN = new Map([
  ['earlieramount', 'context.earlier_amount'],
  ['priorapprovals', 'context.prior_approvals'],
  ['approvals', 'context.prior_approvals'],
])

/** @throws AppError invalid_request when a question, or one of several, has such a member under another name */
export function requireOwnNames(sent: unknown): void {
  const { questions } = sent as { questions: unknown }
  for (const one of [sent, ...(Array.isArray(questions) ? questions : [])]) {
    const msg = otherName(one, OWN, '')
    if (msg !== null) throw new AppError('invalid_request', { msg })
  }
}

/** What is said of such a member of a request of AuthZEN that has another name, or stands elsewhere; `null`: there is none. */
export function otherAuthzenName(sent: unknown): string | null {
  const { subject, action, resource, context } = Object(sent)
  return (
    otherName(sent, OF_AUTHZEN, '') ??
    otherName(context, OF_AUTHZEN, 'context.') ??
    [subject, action, resource].reduce<string | null>(
      (found, one) => found ?? otherName(one, OF_AUTHZEN, '') ?? otherName(Object(one).properties, OF_AUTHZEN, ''),
      null,
    )
  )
}

function otherName(sent: unknown, names: ReadonlyMap<string, string>, at: string): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null
  for (const key of Object.keys(sent)) {
    const name = names.get(key.toLowerCase().replace(/[^a-z]/g, ''))
    if (name !== undefined && name !== at + key) return `There is no ${key} here: the name is ${name}`
  }
  return null
}
