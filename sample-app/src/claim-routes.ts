import type { Action, Gatehouse } from '@gatehouse/client/index.ts'
import { isRegion, makeClaimPages, wordsOf } from './claim-pages.ts'
import { ACTS, type Claim, Claims } from './claims.ts'
import { type Call, readForm, sendPage } from './http.ts'
import type { Shell } from './pages.ts'
import type { Person } from './portal.ts'

const ONLY_LOOKING = '<h1>You are looking at this for somebody else, and can change nothing.</h1>'

const NO_ACT = '<h1>This is nothing that can be done with a claim.</h1>'
const METHODS = ['GET', 'HEAD', 'POST']

/** The list of claims, and each claim with what the person may do with it. The portal decides, for buttons and for acts. */
export function serveClaims(gatehouse: Gatehouse, shell: Shell) {
  const claims = new Claims(gatehouse)
  const { listPage, claimPage } = makeClaimPages(shell)

  async function showList({ response }: Call, person: Person) {
    sendPage(response, 200, listPage(claims.list(person), await claims.mayReport(person)))
  }

  async function report({ request, response }: Call, person: Person) {
    const form = await readForm(request)
    const text = (name: string) => (form.get(name) ?? '').trim()
    const input = { what: text('what').slice(0, 100), amount: text('amount'), region: text('region') }
    const refuse = (problem: string) => sendPage(response, 403, listPage(claims.list(person), true, problem, input))
    if (!input.what) return refuse('Say what happened.')
    if (!isRegion(input.region)) return refuse('Choose a place from the list.')
    if (Number(input.amount) <= 0) return refuse('Enter an amount above zero.')
    const made = await claims.report(person, input)
    if ('reasons' in made) return refuse(wordsOf(made.reasons))
    response.writeHead(303, { location: `/claims/${made.number}` }).end()
  }

  async function show({ response }: Call, person: Person, claim: Claim, problem = '') {
    const approvals = await Promise.all(
      claim.approvals.map(async (approval) => ({ approval, isGenuine: await claims.isGenuine(approval) })),
    )
    const isOwn = claim.creator.id === person.id
    const looked = await claims.look(person, claim)
    const who = await claims.whoMay(claim, claim.state === 'waiting' ? looked.stillNeeded : [])
    const page = claimPage(claim, { ...looked, who, approvals, isOwn, problem })
    sendPage(response, problem ? 403 : 200, page)
  }

  async function act(call: Call, person: Person, claim: Claim) {
    const form = await readForm(call.request)
    if (!isAct(form.get('action'))) return sendPage(call.response, 400, shell('Nothing done', NO_ACT, true))
    const denied = await reasonsAgainst(person, claim, form)
    if (denied) return show(call, person, claim, wordsOf(denied))
    call.response.writeHead(303, { location: `/claims/${claim.number}` }).end()
  }

  /** Acts on a claim. @returns why not, or `null` when it is done */
  async function reasonsAgainst(
    person: Person,
    claim: Claim,
    form: URLSearchParams,
  ): Promise<readonly string[] | null> {
    const action = form.get('action')
    const amount = (form.get('amount') ?? '').trim()
    if (action === 'again') return Number(amount) <= 0 ? ['amount-negative'] : claims.sendAgain(person, claim, amount)
    if (action === 'reject') return (await claims.reject(person, claim)) ? null : []
    return (await claims.act(person, claim, action as Action))?.reasons ?? null
  }

  async function handle(call: Call, person: Person): Promise<void> {
    if (!(await claims.mayOpen(person)))
      return sendPage(call.response, 403, shell('No claims', '<h1>Your role has no page of claims.</h1>', false))
    const { method = '', headers } = call.request
    if (!METHODS.includes(method)) {
      call.response.setHeader('allow', METHODS.join(', '))
      return sendPage(call.response, 405, shell('Nothing done', NO_ACT, true))
    }
    const [, , number = ''] = call.url.pathname.split('/')
    const claim = claims.find(person, number)
    if (method === 'POST') {
      // Another site cannot act in the name of the person who is signed in here.
      const from = headers['sec-fetch-site']
      if (from !== undefined && from !== 'same-origin') return sendPage(call.response, 403, shell('Refused', '', true))
      if (person.actor) return sendPage(call.response, 403, shell('Refused', ONLY_LOOKING, true))
      if (number === '') return report(call, person)
      if (claim) return act(call, person, claim)
    } else if (number === '') return showList(call, person)
    else if (claim) return show(call, person, claim)
    sendPage(call.response, 404, shell('Not found', '<h1>There is no such claim.</h1>', true))
  }

  return { handle, mayOpen: (person: Person) => claims.mayOpen(person) }
}

/** Whether a form says what to do with a claim. */
const isAct = (action: string | null) => action !== null && ['again', 'reject', ...ACTS].includes(action)
