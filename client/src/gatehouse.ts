import type { JSONWebKeySet } from 'jose'
import { basicCredentials } from './basic-credentials.ts'
import { makePages } from './pages.ts'
import { PortalRefused, PortalUnavailable } from './portal-error.ts'
import { readAnswer } from './read-answer.ts'
import { makeVerifier, type Receipt } from './receipts.ts'
import type {
  Decision,
  Decisions,
  DocumentQuestion,
  Identity,
  ManifestPage,
  PublishedPages,
  Question,
  QuestionOfMany,
  WhoMay,
} from './types.ts'

export type Settings = {
  /** The address of the portal, such as `https://portal.example.com`. */
  portal: string
  /** The application's id and secret there. The secret stays on the server. */
  applicationId: string
  applicationSecret: string
  /** How long one call may take; 5 seconds if left out. */
  timeoutMs?: number
  /** A copy of the keys of receipts, to verify them without the portal. */
  receiptKeys?: JSONWebKeySet
}

const TIMEOUT_MS = 5_000

export type Gatehouse = ReturnType<typeof connect>

/**
 * The calls of an application to the portal. None is repeated: a launch token that is redeemed twice ends its session.
 *
 * Every call throws `PortalUnavailable` if the portal does not answer, and `PortalRefused` if it refuses the call.
 */
export function connect(settings: Settings) {
  const { applicationId, applicationSecret, timeoutMs = TIMEOUT_MS, receiptKeys: keys } = settings
  const issuer = new URL(settings.portal).origin
  const authorization = basicCredentials(applicationId, applicationSecret)

  async function send(path: string, request: RequestInit): Promise<Response> {
    return fetch(new URL(path, issuer), {
      ...request,
      headers: { authorization, ...request.headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new PortalUnavailable(cause)
    })
  }

  async function call<Data>(path: string, input: object): Promise<Data> {
    const headers = { 'content-type': 'application/json' }
    return readAnswer(await send(path, { method: 'POST', headers, body: JSON.stringify(input) }))
  }

  return {
    /**
     * The person of a launch token; `null` if the token is unknown, too old or already used: the person then opens the
     * application from the portal once more.
     */
    redeem: (token: string): Promise<Identity | null> =>
      call<Identity>('/api/auth/oauth2/redeem', { token }).catch((error: unknown) => {
        if (error instanceof PortalRefused && error.status === 400) return null
        throw error
      }),

    /** Whether a person may do this to a document. Denied unless a row of the matrix allows it. */
    decide: (question: Question): Promise<Decision> => call('/api/approvals/decide', question),

    /**
     * The same for up to 500 questions, all answered by one version of the matrix, in the order of the questions: that of now, or of the
     * moment `at` in the past.
     */
    decideAll: (questions: QuestionOfMany[], { at = null }: { at?: string | null } = {}): Promise<Decisions> =>
      call('/api/approvals/decideAll', { questions, at }),

    /** Who may do this to a document now, or at the moment `at`, in pages of `pageSize`, 25 if left out; `after` is `next` of the former page. */
    whoMay: (question: DocumentQuestion & { after?: string; pageSize?: number }): Promise<WhoMay> =>
      call('/api/approvals/whoMay', question),

    /** Publishes all pages of the application: at its start, for example. The same pages again change nothing. */
    publishPages: (pages: ManifestPage[]): Promise<PublishedPages> => call('/api/pages/publish', { pages }),

    /** Which pages and actions a person has for a client. Unchanged answers are not sent again. */
    pages: makePages(send),

    /**
     * What a stored receipt says, if the portal signed it for this application as the answer to this question. `region`
     * must be its code.
     *
     * @throws when it was altered, is for another application, or answers another question
     */
    verifyReceipt: makeVerifier({ issuer, applicationId, keys }) satisfies (
      receipt: string,
      question: Question,
    ) => Promise<Receipt>,
  }
}
