import type { Action, Rejection, Step } from '@gatehouse/client/index.ts'
import type { Approval, Claim, NewClaim } from './claims.ts'
import { type Shell, toText } from './pages.ts'

/** Every region of the demo's rows, and one beside them. */
const REGIONS = {
  'IN-KA': 'Karnataka',
  'IN-KL': 'Kerala',
  'IN-MH': 'Maharashtra',
  'IN-TN': 'Tamil Nadu',
} as const

const LABELS: Record<Action, string> = {
  Creator: 'Report',
  Approval: 'Approve',
  Authorised: 'Authorise',
  'Authorised Approval': 'Authorise and approve',
  'Final Approval': 'Approve finally',
}

/** Our own words for the portal's reasons. Others may be added there. */
const WORDS: Record<string, string> = {
  'not-your-step': 'Somebody else comes first.',
  'own-document': 'You reported this claim, so others approve it.',
  'same-person-twice': 'You have already approved it.',
  'conflicting-roles': 'Somebody else has to act.',
  'conflict-asks': 'Somebody else has to act, unless an administrator excepts you from the rule.',
  'already-approved': 'This step is already approved.',
  'amount-above-limit': 'The amount is above your limit.',
  'region-not-covered': 'The claim is not in your region.',
  'no-row': 'Your role approves no claims.',
  'nobody-approves': 'Nobody may approve this amount in this region.',
  'amount-malformed': 'Enter an amount in rupees, such as 72000.50.',
  'amount-negative': 'Enter an amount above zero.',
  'amount-too-precise': 'An amount has at most two decimals.',
  'amount-too-large': 'This amount is too large.',
}

/** What a rejection would do. */
const REJECTION: Record<Rejection['to'], string> = {
  end: 'A rejection ends the claim.',
  maker: 'A rejection leads back to the person who reported it.',
  step: 'A rejection leads back to the step before.',
}

const STATES: Record<Claim['state'], string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  returned: 'Returned',
}

const rupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const amountOf = ({ amount }: Pick<Claim, 'amount'>) => rupees.format(Number(amount))
const regionOf = ({ region }: Pick<Claim, 'region'>) => REGIONS[region as keyof typeof REGIONS] ?? region
export const isRegion = (code: string): boolean => Object.hasOwn(REGIONS, code)

/** What the person reads when the portal denies something: the first reason that we have words for. */
export const wordsOf = (reasons: readonly string[]): string =>
  reasons.map((reason) => WORDS[reason]).find((words) => words !== undefined) ?? 'You may not do this.'

type Looked = {
  allowed: readonly Action[]
  reasons: readonly string[]
  keptApart: readonly string[]
  stillNeeded: readonly Step[]
  rejection: Rejection | null
  /** Who may do what comes next. */
  who: { names: string[]; isAll: boolean }
  /** Whether the person reported it. */
  isOwn: boolean
  approvals: { approval: Approval; isGenuine: boolean }[]
  problem: string
}

export function makeClaimPages(shell: Shell) {
  const page = (title: string, main: string) => shell(title, main, true)

  function listPage(claims: readonly Claim[], mayReport: boolean, problem = '', input?: NewClaim): string {
    const rows = claims.map(
      (claim) => `<tr><td><a href="/claims/${claim.number}">${claim.number}</a></td>
        <td><b>${toText(claim.what)}</b><br><small>${amountOf(claim)}, ${regionOf(claim)}, reported by ${toText(claim.creator.name)}</small></td>
        <td>${stateOf(claim)}</td></tr>`,
    )
    const table = `<table><thead><tr><th>Claim</th><th>What, how much and where</th><th>State</th></tr></thead>
      <tbody>${rows.join('')}</tbody></table>`
    return page(
      'Claims',
      `<h1>Claims</h1>${claims.length > 0 ? table : '<section class="who"><p>No claims yet.</p></section>'}
      ${mayReport ? form(problem, input) : '<p><small>Your role reports no claims.</small></p>'}`,
    )
  }

  function form(problem: string, input: NewClaim = { what: '', amount: '', region: '' }): string {
    const options = Object.entries(REGIONS).map(
      ([code, name]) => `<option value="${code}"${code === input.region ? ' selected' : ''}>${name}</option>`,
    )
    return `<h2>Report a claim</h2><form class="who fields" method="post" action="/claims">${alert(problem)}
      <label>What happened <input name="what" required maxlength="100" value="${toText(input.what)}"></label>
      <label>Amount in rupees <input name="amount" required inputmode="decimal" maxlength="20" value="${toText(input.amount)}"></label>
      <label>Where <select name="region" required>${options.join('')}</select></label>
      <button>Report</button></form>`
  }

  function claimPage(claim: Claim, looked: Looked): string {
    const { stillNeeded, approvals, problem, who } = looked
    const done = approvals.map(
      ({ approval, isGenuine }) =>
        `<li><b>${toText(approval.role)}</b>: ${toText(approval.name)}${
          approval.lender ? ` for ${toText(approval.lender.name || 'somebody else')}` : ''
        }<br><small>${isGenuine ? 'Receipt verified' : 'The receipt cannot be verified'}</small></li>`,
    )
    const open = stillNeeded.map(
      ({ needs, rows }, index) => `<li>${rows
        .map(({ role }) => `<b>${toText(role)}</b>`)
        .join(
          needs === 'all-of' ? ' and ' : ' or ',
        )}${/^\d/.test(needs) ? `: ${Number.parseInt(needs, 10)} of them` : ''}<br>
        <small>${index > 0 ? 'Later' : claim.state === 'waiting' ? `Next: ${whoText(who)}` : 'Next'}</small></li>`,
    )
    return page(
      claim.number,
      `<p><a href="/claims">All claims</a></p><h1>${claim.number}: ${toText(claim.what)}</h1>
      <section class="who"><p><b>${amountOf(claim)}</b>, ${regionOf(claim)} ${stateOf(claim)}</p>
        <p><small>Reported by ${toText(claim.creator.name)}${claim.rejectedBy && `, rejected by ${toText(claim.rejectedBy)}`}</small></p></section>
      ${alert(problem)}
      <h2>Who approves it</h2>
      <ol class="who steps">${[...done, ...open].join('')}</ol>
      ${claim.state === 'returned' && looked.isOwn ? againForm(claim) : claim.state === 'waiting' ? acts(claim, looked) : ''}`,
    )
  }

  function acts({ number }: Claim, { allowed, reasons, keptApart, rejection }: Looked): string {
    if (allowed.length === 0) {
      const rules = keptApart.map(
        (rule) => `<p>The rule “${toText(rule)}” keeps this apart from what you have done on this claim.</p>`,
      )
      return `<section class="who"><p><b>You may not act on this claim now.</b></p>${rules.join('')}<p>${wordsOf(reasons)}</p></section>`
    }
    const buttons = allowed.map((action) => `<button name="action" value="${action}">${LABELS[action]}</button>`)
    const reject = rejection
      ? `<button name="action" value="reject">Reject</button><p><small>${REJECTION[rejection.to]}</small></p>`
      : ''
    return `<form method="post" action="/claims/${number}">${buttons.join(' ')} ${reject}</form>`
  }

  const againForm = ({ number, amount }: Claim) => `<form class="who fields" method="post" action="/claims/${number}">
      <label>Amount in rupees <input name="amount" required inputmode="decimal" maxlength="20" value="${toText(amount)}"></label>
      <button name="action" value="again">Send again</button></form>`

  return { listPage, claimPage }
}

const whoText = ({ names, isAll }: Looked['who']) =>
  names.length > 0 ? toText(`${names.join(', ')}${isAll ? '' : ' and others'}`) : 'nobody may do this'

const stateOf = ({ state }: Claim) =>
  `<span class="state ${state === 'approved' ? 'done' : 'waiting'}">${STATES[state]}</span>`

const alert = (problem: string) => (problem ? `<p role="alert"><b>${problem}</b></p>` : '')
