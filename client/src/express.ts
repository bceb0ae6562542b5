import type { Gatehouse } from './gatehouse.ts'
import { PortalUnavailable } from './portal-error.ts'
import type { Decision, Question } from './types.ts'

type Answer = {
  status: (code: number) => Answer
  json: (body: unknown) => unknown
  locals: Record<string, unknown>
}
type Next = (error?: unknown) => void

/** What `answerApproval` answers. */
export type Answered = { isAllowed: boolean; reasons: string[] }

type QuestionOf<Request> = (request: Request) => Question | Promise<Question>

/**
 * Lets a request on only if the portal allows it. The decision is then in `response.locals.approval`. Denied: 403 with
 * the reasons and the rows that may act. The portal cannot be asked: 503.
 *
 * @param questionOf what the request asks, from your own record of the document; never from what the browser sent alone
 */
export function requireApproval<Request>(gatehouse: Pick<Gatehouse, 'decide'>, questionOf: QuestionOf<Request>) {
  return answerBy(gatehouse, questionOf, (decision, response, next) => {
    if (decision.decision === 'allow') {
      response.locals.approval = decision
      next()
    } else response.status(403).json({ reasons: decision.reasons, next: decision.next })
  })
}

/** Answers whether the request would be let on, for `@gatehouse/client/react`. The portal cannot be asked: 503. */
export function answerApproval<Request>(gatehouse: Pick<Gatehouse, 'decide'>, questionOf: QuestionOf<Request>) {
  return answerBy(gatehouse, questionOf, ({ decision, reasons }, response) => {
    response.json({ isAllowed: decision === 'allow', reasons } satisfies Answered)
  })
}

const answerBy =
  <Request>(
    gatehouse: Pick<Gatehouse, 'decide'>,
    questionOf: QuestionOf<Request>,
    answer: (decision: Decision, response: Answer, next: Next) => void,
  ) =>
  async (request: Request, response: Answer, next: Next): Promise<void> => {
    let decision: Decision
    try {
      decision = await gatehouse.decide(await questionOf(request))
    } catch (error) {
      if (error instanceof PortalUnavailable) response.status(503).json({ reasons: ['portal-unavailable'] })
      else next(error)
      return
    }
    answer(decision, response, next)
  }
