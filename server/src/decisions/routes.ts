import * as calls from '@gatehouse/contract/approvals.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { answerOwnQuestion, answerQuestions } from './answer-questions.ts'
import { requireOwnNames } from './other-names.ts'
import { findWhoMay } from './who-may.ts'
import { toWire, toWireRejection, toWireRow, toWireStep } from './wire-decision.ts'

/** Decisions for applications, about their own matrices. */
export function serveDecisions(app: FastifyInstance, deps: Deps) {
  route(app, calls.decide, async ({ input, sent, actor }) => {
    requireOwnNames(sent)
    const { decisions } = await answerQuestions(deps, actor.applicationId, [input], input.at)
    // One question has one answer.
    return toWire(decisions[0] as (typeof decisions)[number])
  })

  route(app, calls.decideAll, async ({ input: { questions, at = null }, sent, actor }) => {
    requireOwnNames(sent)
    const { version, decisions } = await answerQuestions(deps, actor.applicationId, questions, at)
    return { version, at, decisions: decisions.map(toWire) }
  })

  route(app, calls.whoMay, async ({ input, sent, actor }) => {
    requireOwnNames(sent)
    const { rules, needed, rejection, ...found } = await findWhoMay(deps, actor.applicationId, input)
    const stillNeeded = needed.map(toWireStep)
    return { ...found, rows: rules.map(toWireRow), stillNeeded, rejection: toWireRejection(rejection) }
  })
}

/** Decisions about the caller. */
export function serveOwnDecisions(app: FastifyInstance, deps: Deps) {
  route(app, calls.decideOwn, async ({ input: { applicationId, ...question }, sent, actor }) => {
    requireOwnNames(sent)
    return toWire(await answerOwnQuestion(deps, { applicationId, userId: actor.userId }, question))
  })
}
