// The package is used without the portal's sources, so its types stand here. `client.test.ts` compares them with the contract.

export type Action = 'Creator' | 'Approval' | 'Authorised' | 'Authorised Approval' | 'Final Approval'

/** An approval of the document so far. */
export type PriorApproval = {
  /** The id of the person who made it. */
  by: string
  /** The id of the row that allowed it. */
  row: string
  /** The id of the lender, when a stand-in made it. */
  onBehalfOf?: string | null
}

/** What is asked about a document. */
export type DocumentQuestion = {
  /** The id of the client at the portal. */
  client: string
  /** The name of a page of the application, or its id. */
  page: string
  action: Action
  /** Rupees with at most two decimals. */
  amount: number | string
  /** What was approved before of the same case, in rupees, without this document: the sum decides who approves. */
  earlierAmount?: number | string | null
  /** `INR`, also when left out. */
  currency?: string
  /** An ISO 3166-2 code such as `IN-KL`, or `Panindia` for all of India. */
  region: string
  /** The id of the person who created the document; `null`: no person did. Every action but `Creator` needs it. */
  createdBy?: string | null
  /** All approvals so far. */
  approvals?: PriorApproval[]
  /** A moment in the past, such as `2026-03-03T10:00:00+05:30`: the matrix of then answers, without a receipt. */
  at?: string | null
}

export type Question = DocumentQuestion & {
  /** The id by which the application knows the person: `sub`. */
  person: string
  /** The application's id of the document. No rule looks at it, but a receipt is for this document. */
  document?: string | null
  /** Whether an allow is answered with a signed receipt. */
  receipt?: boolean
}

/** One of several questions, which have one moment: `decideAll` has it beside them, and refuses one in a question. */
export type QuestionOfMany = Omit<Question, 'at'>

/** A row of the matrix: what one role does on the page, for the client. */
export type Row = {
  _id: string
  role: string
  /** The role's id in the application. */
  roleId: string
  action: Action
  sequence: number | null
  /** Rupees; without an upper bound it is unlimited. */
  rangeFrom: number | null
  rangeTo: number | null
  /** Which of the two belong to the range: `[` and `]` include a bound, `(` and `)` leave it out. */
  bounds: '[]' | '(]' | '[)' | '()'
  /** From the first moment on, and before the second one. `null`: without a beginning, or an end. */
  validFrom: string | null
  validUntil: string | null
  /** `All`, or codes. */
  regions: string[]
  /** True of the catch-all role, which acts because no row covers the case. Its `_id` is that of the role. */
  catchAll: boolean
}

/** Rows that act in parallel. */
export type Step = {
  sequence: number | null
  /** How many of its rows still have to approve, each by another person: all, any one, or a number that is less than all. */
  needs: 'all-of' | 'one-of' | '2-of' | '3-of' | '4-of' | '5-of' | '6-of' | '7-of' | '8-of' | '9-of'
  rows: Row[]
}

/** What a rejection does at this moment. Your application keeps the flow. */
export type Rejection = {
  /** What is set for the matrix. */
  rule: 'stop' | 'back-to-maker' | 'back-one-step'
  /** `end`: the document is rejected for good. `maker`: back to its creator. `step`: `step` approves again. */
  to: 'end' | 'maker' | 'step'
  step: Step | null
  /** The rows whose approvals still count after it; send no others with later questions. */
  keptRows: string[]
}

/** For whom a stand-in acts. Names only for first-party applications. */
export type Lender = {
  _id: string
  firstName: string
  lastName: string
  /** The id of what is lent. */
  standIn: string
}

export type Decision = {
  /** Its id in the portal's log of decisions, and the `jti` of its receipt; `null`: it is about another moment. Store it with the approval. */
  _id: string | null
  decision: 'allow' | 'deny'
  /** Codes; more may be added. Show people a text of your own. */
  reasons: string[]
  /** Counts the changes of the matrix. */
  version: number
  /** The moment that was asked about; `null`: now. */
  at: string | null
  /** The rows that allow it, or those of the person's role that were considered. */
  rows: Row[]
  /** The steps that still need an approval, in order. */
  stillNeeded: Step[]
  /** The rows that may act now. */
  next: Row[]
  /** `null` where nothing is to be approved. Whoever may act now may also reject. */
  rejection: Rejection | null
  /** Whose authority allows it, when the person stands in for somebody; store it with the approval. */
  onBehalfOf: Lender | null
  /** The rules of separation of duties that refuse it, or report it. */
  conflicts: { _id: string; name: string; effect: 'prevent' | 'ask' | 'report'; exception: string | null }[]
  /** The receipt of an allow that asked for one, to be stored with the approval. */
  receipt: string | null
}

export type Decisions = { version: number; at: string | null; decisions: Decision[] }

export type WhoMay = {
  /** Why nobody may; otherwise `row-allows`. */
  reasons: string[]
  version: number
  at: string | null
  people: { _id: string; firstName: string; lastName: string; role: string; onBehalfOf: Lender | null }[]
  /** The rows that may act now, with this action. */
  rows: Row[]
  stillNeeded: Step[]
  rejection: Rejection | null
  /** For `after`; `null` on the last page. */
  next: string | null
}

/** A page as your application publishes it. */
export type ManifestPage = {
  /** Your own id of it; it stays the same when the name changes. */
  id: string
  name: string
  description?: string
  /** Where it is in your application. */
  path?: string
  /** The id of the page above it. */
  parent?: string
  /** What can be done there besides opening it. */
  actions?: string[]
}

/** What publishing changed, by the names of the pages. */
export type PublishedPages = { added: string[]; changed: string[]; withdrawn: string[]; removed: string[] }

export type PagesQuestion = {
  /** The id by which the application knows the person: `sub`. */
  person: string
  /** The id of the client at the portal. */
  client: string
}

/** The pages of a person for a client. What is not among them, the person does not have. */
export type Pages = {
  /** Why there are none: a code. `null`: these are the pages of the person's role. */
  reason: string | null
  role: string | null
  pages: {
    _id: string
    /** The id of your manifest; empty for a page that was made in the console. */
    id: string
    name: string
    path: string
    actions: string[]
  }[]
}

/** The person who opened the application from the portal. */
export type Identity = {
  /** The id by which the application knows the person. */
  sub: string
  email: string
  /** Whether the person has confirmed the address. */
  email_verified: boolean
  firstName: string
  lastName: string
  userName: string
  phoneNumber: string
  phone_number_verified: boolean
  /** The client that the person enters for: its id at the portal, its id in other systems, and its name. */
  clientIDE: string
  clientID: string
  clientName: string
  /** What the person is in the application, for this client. */
  role: string
  /** The session at the portal; a logout request names it. */
  sid: string
  /** The administrator who has opened the application for the person; absent: the person has. Show both names. */
  act?: { sub: string; name: string } | undefined
  /** With `act`: change nothing where `read_only` is true, and end your session then, in seconds since 1970. */
  acting?: { read_only: boolean; until: number } | undefined
  /** For userinfo at the portal. */
  access_token: string
  expires_in: number
}
