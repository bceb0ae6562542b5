import { subjectOf } from '../access/subject.ts'
import { type Decision, decide, deny, type Facts } from '../approvals/decide.ts'
import type { Question } from '../approvals/read-question.ts'
import { newId } from '../crypto/ids.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { resolveInvolved, strangersIn, usersOf } from './involved.ts'
import type { DecisionLog } from './log/decision-log.ts'
import { inIdsOfApplication } from './read-facts.ts'
import { readTogether } from './read-together.ts'
import { makeReceipts } from './receipts.ts'

type OwnDeps = Pick<Deps, 'db' | 'keys' | 'matrices' | 'subjects'>
export type DecisionDeps = OwnDeps & Pick<Deps, 'config' | 'signingKeys'> & { decisionLog: Pick<DecisionLog, 'note'> }

/**
 * A decision with its id and receipt. Without an id it is not in the log: it is about another moment than now, asked by its person, or
 * none are kept. Without a receipt none was asked for, it is a denial, or about another moment, or asked by its person.
 */
export type Answered = Decision & { id: string | null; receipt: string | null; at: string | null }

/** Answers the questions of an application, all by one version of its matrix: that of now, or of the moment `at`. */
export async function answerQuestions(
  deps: DecisionDeps,
  applicationId: string,
  questions: readonly Question[],
  at: string | null = null,
): Promise<{ version: number; decisions: Answered[] }> {
  const { matrix, snapshot, refusal, about, involved } = await deps.subjects.inTermsOf(
    applicationId,
    async (resolve) => {
      const users = await resolve(questions.map(({ person }) => person))
      const about = questions.map(({ client }, index) => ({ userId: users[index] ?? null, client }))
      const involved = await resolveInvolved(resolve, questions)
      // Without questions there still is a version.
      const places = about.length > 0 ? about : [{ userId: null, client: '' }]
      return { ...(await readTogether(deps, applicationId, places, at, usersOf(involved))), about, involved }
    },
  )
  const strangers = strangersIn(involved, snapshot)
  const asked = questions.map((question, index) => {
    const known = inIdsOfApplication(deps.keys, snapshot, snapshot.facts[index] as Facts, snapshot.isFirstParty)
    const facts = { ...known, strangers }
    return {
      id: newId(),
      question,
      facts,
      decision: refusal === undefined ? decide(matrix, question, facts) : deny(0, [refusal]),
    }
  })
  // What is asked about another moment is no decision that somebody acts by.
  if (at === null)
    deps.decisionLog.note(
      asked.map((one, index) => ({
        ...one,
        ...{ applicationId, userId: about[index]?.userId ?? null, pages: matrix.pages },
      })),
    )
  // A receipt proves that somebody had authority when it was made.
  const receipts = at === null ? await makeReceipts(deps, applicationId, asked) : []
  const isKept = at === null && deps.config.decisionsKeepDays > 0
  const decisions = asked.map(({ id, decision }, index) => ({
    ...decision,
    ...{ id: isKept ? id : null, at, receipt: receipts[index] ?? null },
  }))
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
): Promise<Answered> {
  const answered = { id: null, at: question.at ?? null, receipt: null }
  const read = await deps.subjects
    .inTermsOf(applicationId, async (resolve) => {
      const involved = await resolveInvolved(resolve, [question])
      const about = [{ userId, client: question.client }]
      return { ...(await readTogether(deps, applicationId, about, answered.at, usersOf(involved))), involved }
    })
    .catch((error: unknown) => {
      if (error instanceof AppError && error.key === 'not_found') return null
      throw error
    })
  const [facts] = read?.snapshot.facts ?? []
  if (read === null || !facts?.person?.isCurrent) {
    const reason = facts?.person ? 'assignment-not-current' : 'not-assigned'
    return { ...deny(0, [reason]), ...answered }
  }
  if (read.refusal !== undefined) return { ...deny(0, [read.refusal]), ...answered }
  const person = subjectOf(deps.keys.subject, read.snapshot.subject, userId)
  // Whom they stand in for they know.
  const known = {
    ...inIdsOfApplication(deps.keys, read.snapshot, facts, true),
    strangers: strangersIn(read.involved, read.snapshot),
  }
  return { ...decide(read.matrix, { ...question, person }, known), ...answered }
}
