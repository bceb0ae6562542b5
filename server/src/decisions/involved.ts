import { personId, type Question } from '../approvals/read-question.ts'
import type { Snapshot } from './read-facts.ts'
import type { Resolve } from './subjects.ts'

/**
 * People whom questions name as creators and earlier approvers, by the id as the application knows it. `null`: nobody; `undefined`:
 * perhaps somebody who has left.
 */
export type Involved = ReadonlyMap<string, string | null | undefined>

type Asked = Pick<Question, 'createdBy' | 'approvals'>

export async function resolveInvolved(resolve: Resolve, questions: readonly Asked[]): Promise<Involved> {
  const sent = [...new Set(questions.flatMap(idsIn))]
  const users = await resolve(sent, { mayHaveLeft: true })
  return new Map(sent.map((id, place) => [id, users[place]]))
}

/** Creator, earlier approvers and their lenders. */
const idsIn = ({ createdBy, approvals }: Asked): string[] =>
  [createdBy, ...approvals.flatMap(({ by, onBehalfOf }) => [by, onBehalfOf])].flatMap((sent) =>
    sent ? [personId(sent)] : [],
  )

/** The people of them whose existence the database is to be asked for. */
export const usersOf = (involved: Involved): string[] => [...involved.values()].filter((one) => typeof one === 'string')

/** The ids that are nobody's, as they were sent. */
export function strangersIn(involved: Involved, { strangers }: Pick<Snapshot, 'strangers'>): ReadonlySet<string> {
  const nobody = new Set<string | null | undefined>([null, ...strangers])
  return new Set([...involved].filter(([, userId]) => nobody.has(userId)).map(([sent]) => sent))
}
