import { subjectOf } from '../access/subject.ts'
import { type Decision, decide, type Facts } from '../approvals/decide.ts'
import type { Question } from '../approvals/read-question.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { inIdsOfApplication } from './read-facts.ts'
import { readTogether } from './read-together.ts'
import { makeReceipts } from './receipts.ts'
import type { Subjects } from './subjects.ts'

type OwnDeps = Pick<Deps, 'db' | 'keys' | 'matrices'>
export type DecisionDeps = OwnDeps & Pick<Deps, 'config' | 'signingKeys'> & { subjects: Subjects }

/** A decision with its receipt; `null`: none was asked for, or it is a denial. */
export type Answered = Decision & { receipt: string | null }

/** Answers the questions of an application, all by one version of its matrix. */
export async function answerQuestions(
  deps: DecisionDeps,
  applicationId: string,
  questions: readonly Question[],
): Promise<{ version: number; decisions: Answered[] }> {
  const { matrix, snapshot } = await deps.subjects.inTermsOf(applicationId, async (resolve) => {
    const users = await resolve(questions.map(({ person }) => person))
    const about = questions.map(({ client }, index) => ({ userId: users[index] ?? null, client }))
    // Without questions there still is a version.
    return readTogether(deps, applicationId, about.length > 0 ? about : [{ userId: null, client: '' }])
  })
  const asked = questions.map((question, index) => {
    const facts = inIdsOfApplication(deps.keys, snapshot, snapshot.facts[index] as Facts, snapshot.isFirstParty)
    return { question, decision: decide(matrix, question, facts) }
  })
  const receipts = await makeReceipts(deps, applicationId, asked)
  const decisions = asked.map(({ decision }, index) => ({ ...decision, receipt: receipts[index] ?? null }))
  return { version: matrix.version, decisions }
}

/**
 * Answers somebody's question about themselves. Of an application that is not assigned to them for this client they
 * learn nothing else.
 */
export async function answerOwnQuestion(
  deps: OwnDeps,
  { applicationId, userId }: { applicationId: string; userId: string },
  question: Omit<Question, 'person'>,
): Promise<Decision> {
  const read = await readTogether(deps, applicationId, [{ userId, client: question.client }]).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.key === 'not_found') return null
      throw error
    },
  )
  const [facts] = read?.snapshot.facts ?? []
  if (read === null || !facts?.person?.isCurrent) {
    const reason = facts?.person ? 'assignment-not-current' : 'not-assigned'
    return { isAllowed: false, reasons: [reason], version: 0, rules: [], needed: [], standIn: null }
  }
  const person = subjectOf(deps.keys.subject, read.snapshot.subject, userId)
  // Whom they stand in for they know.
  return decide(read.matrix, { ...question, person }, inIdsOfApplication(deps.keys, read.snapshot, facts, true))
}
