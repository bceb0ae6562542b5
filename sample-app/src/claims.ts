import {
  type Action,
  type Decision,
  type DocumentQuestion,
  type Gatehouse,
  hasPage,
  type Question,
  type Step,
} from '@gatehouse/client/index.ts'
import { PAGE_OF_PAYMENTS, PAGE_OF_REPORTS } from './manifest.ts'
import type { Person } from './portal.ts'

/** What may be done with a claim on its way. */
export const ACTS = ['Approval', 'Authorised', 'Authorised Approval', 'Final Approval'] as const satisfies Action[]

export type Approval = {
  action: Action
  by: string
  name: string
  /** The lender, when a stand-in made it. */
  lender: { id: string; name: string } | null
  row: string
  role: string
  /** Signed by the portal, and the question that it answers. */
  receipt: string
  question: Question
}

export type Claim = {
  number: string
  clientId: string
  what: string
  amount: string
  region: string
  creator: { id: string; name: string }
  approvals: Approval[]
  /** `approved`: nothing is needed any more. `returned`: a rejection led back to its creator. */
  state: 'waiting' | 'approved' | 'rejected' | 'returned'
  /** Who rejected it last. */
  rejectedBy: string
  /** Counts what has been done with it. */
  revision: number
}

export type NewClaim = Pick<Claim, 'what' | 'amount' | 'region'>

/** Claims, in memory: a restart forgets them. Who may do what with one, the portal decides each time. */
export class Claims {
  readonly #gatehouse: Gatehouse
  readonly #claims = new Map<string, Claim>()

  constructor(gatehouse: Gatehouse) {
    this.#gatehouse = gatehouse
  }

  /** Those of the person's client, the newest first. */
  list({ clientId }: Person): Claim[] {
    return [...this.#claims.values()].filter((claim) => claim.clientId === clientId).reverse()
  }

  find({ clientId }: Person, number: string): Claim | null {
    const claim = this.#claims.get(number)
    return claim?.clientId === clientId ? claim : null
  }

  /** Whether the person has a page of claims at all, for their client. */
  async mayOpen({ id, clientId }: Person): Promise<boolean> {
    const pages = await this.#gatehouse.pages({ person: id, client: clientId })
    return hasPage(pages, PAGE_OF_REPORTS.id) || hasPage(pages, PAGE_OF_PAYMENTS.id)
  }

  /** Whether the person may report claims at all. */
  async mayReport(person: Person): Promise<boolean> {
    const smallest = { what: '', amount: '0', region: 'Panindia' }
    return (await this.#gatehouse.decide(reportOf(person, smallest))).decision === 'allow'
  }

  /** @returns the new claim, or why the portal denies it */
  async report(person: Person, input: NewClaim): Promise<Claim | Decision> {
    const decision = await this.#gatehouse.decide(reportOf(person, input))
    if (decision.decision === 'deny') return decision
    const number = `CL-${1001 + this.#claims.size}`
    const { id, name, clientId } = person
    const claim: Claim = { number, clientId, ...input, creator: { id, name }, approvals: [], revision: 0, ...NEW }
    this.#claims.set(number, claim)
    return claim
  }

  /** The first people who may do what comes next, and whether there are more of them. */
  async whoMay(claim: Claim, [next]: readonly Step[]): Promise<{ names: string[]; isAll: boolean }> {
    const actions = [...new Set(next?.rows.map(({ action }) => action))]
    const found = await Promise.all(
      actions.map((action) => this.#gatehouse.whoMay({ ...documentOf(claim, action), pageSize: NAMED })),
    )
    const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
      `${firstName} ${lastName}`.trim()
    return {
      names: found
        .flatMap(({ people }) => people)
        .map((one) => (one.onBehalfOf ? `${nameOf(one)} for ${nameOf(one.onBehalfOf)}` : nameOf(one))),
      isAll: found.every(({ next }) => next === null),
    }
  }

  /** What the person may do with the claim now, and what is still needed. Asked in one call, so of one version. */
  async look(person: Person, claim: Claim) {
    const questions = ACTS.map((action) => approvalOf(person, claim, action))
    const { decisions } = await this.#gatehouse.decideAll(questions)
    return {
      // A row for Authorised Approval allows each half of it, too: one row has one button.
      allowed: ACTS.filter((action, index) => {
        const { decision, rows } = decisions[index] as Decision
        return decision === 'allow' && rows.some((row) => row.action === action)
      }),
      reasons: reasonsOf(decisions),
      keptApart: rulesOf(decisions),
      stillNeeded: decisions[0]?.stillNeeded ?? [],
      rejection: decisions[0]?.rejection ?? null,
    }
  }

  /** Rejects a claim, and does with it what the portal says. @returns whether the person may */
  async reject(person: Person, claim: Claim): Promise<boolean> {
    const { revision } = claim
    const { allowed, rejection } = await this.look(person, claim)
    if (claim.state !== 'waiting' || allowed.length === 0 || rejection === null) return false
    // Somebody else may have acted while the portal was asked.
    if (claim.revision !== revision) return this.reject(person, claim)
    claim.revision++
    claim.approvals = claim.approvals.filter(({ row }) => rejection.keptRows.includes(row))
    claim.state = ({ end: 'rejected', maker: 'returned', step: 'waiting' } as const)[rejection.to]
    claim.rejectedBy = person.name
    return true
  }

  /** Sends a returned claim on its way again. @returns why the portal denies it, or `null` when it is done */
  async sendAgain(person: Person, claim: Claim, amount: string): Promise<readonly string[] | null> {
    const decision = await this.#gatehouse.decide(reportOf(person, { ...claim, amount }))
    if (claim.creator.id !== person.id || claim.state !== 'returned') return []
    if (decision.decision === 'deny') return decision.reasons
    Object.assign(claim, { amount, ...NEW, revision: claim.revision + 1 })
    return null
  }

  /** @returns why the portal denies it, or `null` when it is done */
  async act(person: Person, claim: Claim, action: Action): Promise<Decision | null> {
    const question = approvalOf(person, claim, action)
    const { revision } = claim
    const decision = await this.#gatehouse.decide({ ...question, receipt: true })
    const [row] = decision.rows
    if (claim.state !== 'waiting') return { ...decision, decision: 'deny', reasons: [] }
    if (decision.decision === 'deny' || !row || decision.receipt === null) return decision
    // Somebody else may have acted while the portal was asked: its answer then was about another state of the claim.
    if (claim.revision !== revision) return this.act(person, claim, action)
    claim.revision++
    const lender = decision.onBehalfOf
    claim.approvals.push({
      ...{
        action,
        by: person.id,
        name: person.name,
        row: row._id,
        role: row.role,
        receipt: decision.receipt,
        question,
      },
      lender: lender && { id: lender._id, name: `${lender.firstName} ${lender.lastName}`.trim() },
    })
    const acted = new Set(decision.rows.map(({ _id }) => _id))
    if (decision.stillNeeded.every((step) => isDone(step, acted))) claim.state = 'approved'
    return null
  }

  /** Whether the portal signed it. */
  async isGenuine({ receipt, question }: Approval): Promise<boolean> {
    return this.#gatehouse.verifyReceipt(receipt, question).then(
      () => true,
      () => false,
    )
  }
}

/** As many people are named for one action. */
const NAMED = 5

const NEW = { state: 'waiting', rejectedBy: '' } as const

/** Whether a step needs nobody besides these rows. */
const isDone = ({ needs, rows }: Step, acted: ReadonlySet<string>) =>
  rows.filter(({ _id }) => acted.has(_id)).length >= neededOf(needs, rows.length)

/** How many of some rows still have to approve: each, any one, or the number that `needs` begins with. */
const neededOf = (needs: Step['needs'], all: number) =>
  needs === 'all-of' ? all : needs === 'one-of' ? 1 : Number.parseInt(needs, 10)

/** The names of the rules of separation of duties that refuse it: those that only report, or have an exception, do not. */
function rulesOf(decisions: readonly Decision[]): string[] {
  const refusing = decisions.flatMap(({ conflicts }) =>
    conflicts.filter(({ effect, exception }) => effect !== 'report' && exception === null),
  )
  return [...new Set(refusing.map(({ name }) => name))]
}

/** Why the person may do nothing: by the act of their own role, if they have one. */
function reasonsOf(decisions: readonly Decision[]): string[] {
  const own = decisions.filter(({ reasons }) => !reasons.includes('action-not-held'))
  const every = own.flatMap(({ reasons }) => reasons)
  // No role may have this act, but another one.
  const common = every.filter(
    (reason) => reason !== 'nobody-approves' || own.every((one) => one.reasons.includes(reason)),
  )
  return [...new Set(common)]
}

const reportOf = ({ id, clientId }: Person, { amount, region }: NewClaim): Question => ({
  ...{ person: id, client: clientId, page: PAGE_OF_REPORTS.name, action: 'Creator', amount, region },
})

const approvalOf = (person: Person, claim: Claim, action: Action): Question => ({
  ...{ ...documentOf(claim, action), person: person.id, document: claim.number },
})

const documentOf = (claim: Claim, action: Action): DocumentQuestion => ({
  ...{ client: claim.clientId, page: PAGE_OF_PAYMENTS.name, action },
  ...{ amount: claim.amount, region: claim.region, createdBy: claim.creator.id },
  approvals: claim.approvals.map(({ by, row, lender }) => ({ by, row, onBehalfOf: lender?.id ?? null })),
})
