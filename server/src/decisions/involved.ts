import { personId, type Question } from '../approvals/read-question.ts'
import type { Snapshot } from './read-facts.ts'
import type { Resolve } from './subjects.ts'

/** People whom questions name as creators and earlier approvers: by the id as the application knows it, or `null`. */
export type Involved = ReadonlyMap<string, string | null>

type Asked = Pick<Question, 'createdBy' | 'approvals'>

export async function resolveInvolved(resolve: Resolve, questions: readonly Asked[]): Promise<Involved> {
  const sent = [...new Set(questions.flatMap(idsIn))]
  const users = await resolve(sent, { mayHaveLeft: true })
  return new Map(sent.map((id, place) => [id, users[place] ?? null]))
}

/** Creator, earlier approvers and their lenders. */
const idsIn = ({ createdBy, approvals }: Asked): string[] =>
  [createdBy, ...approvals.flatMap(({ by, onBehalfOf }) => [by, onBehalfOf])].flatMap((sent) =>
    sent ? [personId(sent)] : [],
  )

/** The people of them whose existence the database is to be asked for. */
export const usersOf = (involved: Involved): string[] => [...involved.values()].filter((one) => one !== null)

/** The ids that are nobody's, as they were sent. */
export function strangersIn(involved: Involved, { strangers }: Pick<Snapshot, 'strangers'>): ReadonlySet<string> {
  const nobody = new Set<string | null>([null, ...strangers])
  return new Set([...involved].filter(([, userId]) => nobody.has(userId)).map(([sent]) => sent))
}
