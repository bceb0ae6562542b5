import * as authzen from '@gatehouse/contract/authzen.ts'
import type * as z from 'zod/mini'
import type { Question } from '../approvals/read-question.ts'
import { AppError } from '../errors.ts'
import { parseInput } from '../http/parse-input.ts'
import { type Answered, answerQuestions, type DecisionDeps } from './answer-questions.ts'
import { ACTION_NAMES, aboutTypes, denied, toAnswer, toQuestion } from './authzen-questions.ts'
import { NO_DECISION_LOG } from './log/decision-log.ts'
import { otherAuthzenName } from './other-names.ts'
import { readTogether } from './read-together.ts'
import { findWhoMay } from './who-may.ts'

/** The requests of AuthZEN 1.0, answered by the same decisions as our own calls (ADR 0064). */
export function makeAuthzen(deps: DecisionDeps) {
  /** A search asks on its own; the log has what applications ask. */
  const unlogged = { ...deps, decisionLog: NO_DECISION_LOG }
  const evaluateAll = async (applicationId: string, asked: readonly unknown[], by = deps) => {
    const parsed = asked.map(readEvaluation)
    const questions: Question[] = []
    const places = parsed.map((one) => {
      if ('message' in one || aboutTypes(one.subject, one.resource).length > 0) return -1
      const { subject, context } = one
      return questions.push({ ...toQuestion(one), person: subject.id, receipt: context.receipt }) - 1
    })
    const decisions = await answerAtTheirMoments(by, applicationId, questions)
    return parsed.map((one, index) => {
      const decision = decisions[places[index] as number]
      if (decision !== undefined) return toAnswer(decision)
      if ('message' in one) return denied([], { error: { status: 400, message: one.message } })
      return denied(aboutTypes(one.subject, one.resource))
    })
  }

  const evaluate = async (applicationId: string, body: unknown) => {
    const [answer] = await evaluateAll(applicationId, [readRequest(authzen.evaluation, body)])
    return answer
  }

  return {
    evaluation: evaluate,

    evaluations: async (applicationId: string, body: unknown) => {
      const { evaluations, options, ...shared } = readRequest(authzen.evaluations, body)
      if (evaluations.length === 0) return evaluate(applicationId, body)
      // All are of one version, so that stopping early only shortens the answer.
      const answers = await evaluateAll(
        applicationId,
        evaluations.map((one) => ({ ...shared, ...one })),
      )
      const stop = { execute_all: null, deny_on_first_deny: false, permit_on_first_permit: true }[
        options.evaluations_semantic
      ]
      const last = stop === null ? -1 : answers.findIndex(({ decision }) => decision === stop)
      return { evaluations: last === -1 ? answers : answers.slice(0, last + 1) }
    },

    searchSubject: async (applicationId: string, body: unknown) => {
      const { page, subject, ...asked } = readRequest(authzen.subjectSearch, body)
      const reasons = aboutTypes(subject, asked.resource)
      if (reasons.length > 0) return pageOf([], '', { reasons })
      const wanted = { ...toQuestion(asked), pageSize: page.limit, ...(page.token !== '' && { after: page.token }) }
      const { people, next, reasons: found, version } = await findWhoMay(deps, applicationId, wanted)
      const results = people.map(({ _id }) => ({ type: authzen.SUBJECT_TYPE, id: _id }))
      return pageOf(results, next ?? '', { reasons: found, version })
    },

    searchResource: async (applicationId: string, body: unknown) => {
      const { page, ...asked } = readRequest(authzen.resourceSearch, body)
      const { matrix } = await readTogether(deps, applicationId, [{ userId: null, client: '' }], asked.context.at)
      const ids = new Set([...matrix.pages.values()].map(({ id }) => id))
      const later = [...ids].toSorted().filter((id) => id > page.token)
      return search(later, page.limit, (some) =>
        evaluateAll(
          applicationId,
          some.map((id) => ({ ...asked, resource: { ...asked.resource, id } })),
          unlogged,
        ),
      ).then(({ found, next }) =>
        pageOf(
          found.map((id) => ({ type: authzen.RESOURCE_TYPE, id })),
          next,
        ),
      )
    },

    searchAction: async (applicationId: string, body: unknown) => {
      const { page, ...asked } = readRequest(authzen.actionSearch, body)
      const start = ACTION_NAMES.indexOf(page.token) + 1
      const { found, next } = await search(ACTION_NAMES.slice(start), page.limit, (names) =>
        evaluateAll(
          applicationId,
          names.map((name) => ({ ...asked, action: { name } })),
          unlogged,
        ),
      )
      return pageOf(
        found.map((name) => ({ name })),
        next,
      )
    },
  }
}

/** @throws AppError invalid_request */
function readRequest<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const request = parseInput(schema, body)
  const message = otherAuthzenName(body)
  if (message !== null) throw new AppError('invalid_request', { msg: message })
  return request
}

/** One of several evaluations, or what is wrong with it. */
function readEvaluation(asked: unknown): authzen.Evaluation | { message: string } {
  const { data, error } = authzen.evaluation.safeParse(asked)
  const message = error?.issues[0]?.message ?? otherAuthzenName(asked)
  return data === undefined || message !== null ? { message: message ?? '' } : data
}

/** The evaluations of one moment are of one version; an evaluation can name a moment of its own. */
async function answerAtTheirMoments(deps: DecisionDeps, applicationId: string, questions: readonly Question[]) {
  const decisions: Answered[] = []
  for (const [at, some] of Map.groupBy(questions, (question) => question.at ?? null)) {
    const answered = await answerQuestions(deps, applicationId, some, at)
    for (const [index, question] of some.entries())
      decisions[questions.indexOf(question)] = answered.decisions[index] as Answered
  }
  return decisions
}

/** The first candidates that are allowed. `next` is the last of them if there may be more. */
async function search(
  candidates: string[],
  limit: number,
  evaluate: (some: string[]) => Promise<{ decision: boolean }[]>,
) {
  const answers = await evaluate(candidates)
  const allowed = candidates.filter((_, index) => answers[index]?.decision)
  const found = allowed.slice(0, limit)
  return { found, next: allowed.length > limit ? (found.at(-1) ?? '') : '' }
}

const pageOf = (results: object[], next: string, context?: object) => ({
  results,
  page: { next_token: next, count: results.length },
  ...(context && { context }),
})
