import type { Gatehouse } from './gatehouse.ts'
import { hasPage } from './pages.ts'
import { PortalUnavailable } from './portal-error.ts'
import type { Decision, Pages, PagesQuestion, QuestionOfMany } from './types.ts'

type Answer = {
  status: (code: number) => Answer
  json: (body: unknown) => unknown
  locals: Record<string, unknown>
}
type Next = (error?: unknown) => void

/** What `answerApproval` answers. */
export type Answered = { isAllowed: boolean; reasons: string[] }

/** Without a moment: what was allowed at another one is not allowed now. */
type QuestionOf<Request> = (request: Request) => QuestionOfMany | Promise<QuestionOfMany>

/** Also where an application without types has asked about another moment. */
const isAllowedNow = ({ decision, at }: Decision) => decision === 'allow' && at === null
const reasonsOf = ({ reasons, at }: Decision) => (at === null ? reasons : ['another-moment'])

/**
 * Lets a request on only if the portal allows it. The decision is then in `response.locals.approval`. Denied: 403 with
 * the reasons and the rows that may act. The portal cannot be asked: 503.
 *
 * @param questionOf what the request asks, from your own record of the document; never from what the browser sent alone
 */
export function requireApproval<Request>(gatehouse: Pick<Gatehouse, 'decide'>, questionOf: QuestionOf<Request>) {
  return answerBy(gatehouse, questionOf, (decision, response, next) => {
    if (isAllowedNow(decision)) {
      response.locals.approval = decision
      next()
    } else response.status(403).json({ reasons: reasonsOf(decision), next: decision.next })
  })
}

/** Answers whether the request would be let on, for `@gatehouse/client/react`. The portal cannot be asked: 503. */
export function answerApproval<Request>(gatehouse: Pick<Gatehouse, 'decide'>, questionOf: QuestionOf<Request>) {
  return answerBy(gatehouse, questionOf, (decision, response) => {
    response.json({ isAllowed: isAllowedNow(decision), reasons: reasonsOf(decision) } satisfies Answered)
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

type Wanted = { page: string; action?: string }
type PersonOf<Request> = (request: Request) => PagesQuestion | Promise<PagesQuestion>

/**
 * Lets a request on only if the person has the page, and the action if one is named. The pages are then in
 * `response.locals.pages`. Otherwise 403; the portal cannot be asked: 503.
 *
 * @param personOf whose request it is and for which client, from your own session
 */
export function requirePage<Request>(
  gatehouse: Pick<Gatehouse, 'pages'>,
  { page, action }: Wanted,
  personOf: PersonOf<Request>,
) {
  return withPages(gatehouse, personOf, (pages, response, next) => {
    if (!hasPage(pages, page, action)) return void response.status(403).json({ reasons: [pages.reason ?? 'no-page'] })
    response.locals.pages = pages
    next()
  })
}

/** Answers whether `requirePage` would let the request on, for `@gatehouse/client/react`. */
export function answerPage<Request>(
  gatehouse: Pick<Gatehouse, 'pages'>,
  { page, action }: Wanted,
  personOf: PersonOf<Request>,
) {
  return withPages(gatehouse, personOf, (pages, response) => {
    const isAllowed = hasPage(pages, page, action)
    response.json({ isAllowed, reasons: isAllowed ? [] : [pages.reason ?? 'no-page'] } satisfies Answered)
  })
}

const withPages =
  <Request>(
    gatehouse: Pick<Gatehouse, 'pages'>,
    personOf: PersonOf<Request>,
    answer: (pages: Pages, response: Answer, next: Next) => void,
  ) =>
  async (request: Request, response: Answer, next: Next): Promise<void> => {
    let pages: Pages
    try {
      pages = await gatehouse.pages(await personOf(request))
    } catch (error) {
      if (error instanceof PortalUnavailable) response.status(503).json({ reasons: ['portal-unavailable'] })
      else next(error)
      return
    }
    answer(pages, response, next)
  }
