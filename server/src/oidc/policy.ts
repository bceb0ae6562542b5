import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { authorizing } from './account.ts'
import { answerOf } from './answers.ts'
import { essentialAcrs } from './essential-acr.ts'
import { markBefore, signInMark } from './interaction-store.ts'
import { ACR, isByPasswordAlone } from './portal-session.ts'
import { refusalWhileActing } from './refuse-while-acting.ts'

const { Check, Prompt, base } = interactionPolicy

/**
 * The prompts that a request may need, in this order: sign in, choose the account, have access, choose the client, sign in
 * as role, client and application need it, consent. Each is judged again when the person comes back, on the state at that time.
 */
export function makePolicy() {
  const policy = base()
  const login = policy.get('login')
  const consent = policy.get('consent')
  if (login === undefined || consent === undefined) throw new Error('the library has other prompts than it had')
  // Replaces the library's checks by ours, which understand that a session can be signed in to again.
  for (const reason of ['login_prompt', 'max_age', 'essential_acrs', 'essential_acr']) login.checks.remove(reason)
  login.checks.add(new Check('sign_in_again', 'the person must sign in again', 'login_required', mustSignInAgain))
  login.checks.add(new Check('acr', 'signing in more strongly is asked for', 'login_required', mustSignInMoreStrongly))
  login.checks.add(
    new Check('acting', 'nobody can do this for the person', 'login_required', ({ oidc }) => {
      const refusal = refusalWhileActing(oidc, authorizing(oidc))
      if (refusal !== null) throw refusal
      return false
    }),
  )
  consent.checks.clear()
  consent.checks.add(
    new Check(
      'not_consented',
      'the person has not allowed this yet',
      'consent_required',
      ({ oidc }) => authorizing(oidc)?.isConsentMissing ?? false,
    ),
  )
  const selection = new Prompt({ name: 'select_account', requestable: true })
  selection.checks.clear()
  selection.checks.add(
    new Check('account_not_selected', 'an account must be selected', 'account_selection_required', mustSelectAccount),
  )
  policy.add(selection, 1)
  policy.add(
    new Prompt(
      { name: 'no_access', requestable: false },
      new Check(
        'not_assigned',
        'the application is not assigned to this person',
        'access_denied',
        ({ oidc }) => authorizing(oidc)?.accesses.length === 0,
      ),
    ),
    2,
  )
  policy.add(
    new Prompt(
      { name: 'choose_client', requestable: false },
      new Check(
        'several_clients',
        'a client must be chosen',
        'interaction_required',
        ({ oidc }) => authorizing(oidc)?.chosen === null,
      ),
    ),
    3,
  )
  policy.add(
    new Prompt(
      { name: 'sign_in_demand', requestable: false },
      new Check(
        'sign_in_lacking',
        'a stronger or more recent sign-in is needed',
        'login_required',
        ({ oidc }) => (authorizing(oidc)?.lacks ?? null) !== null,
      ),
    ),
    4,
  )
  return policy
}

/**
 * `prompt=login`, or a session older than `max_age`; a sign-in after the request came satisfies both, but not one by the password
 * alone in a remembered browser (ADR 0085).
 */
function mustSignInAgain({ oidc }: KoaContextWithOIDC): boolean {
  const { session, params, prompts } = oidc
  if (session?.accountId === undefined) return false
  const isHalf = isByPasswordAlone(session.amr ?? [])
  const isTooOld = params?.max_age !== undefined && (isHalf || session.past(Number(params.max_age)))
  return (prompts.has('login') || isTooOld) && (isHalf || !hasSignedInAgain(oidc))
}

/** `prompt=select_account`: satisfied on our page, or by a sign-in after the request came. */
function mustSelectAccount({ oidc }: KoaContextWithOIDC): boolean {
  const { prompts, entities, session } = oidc
  if (!prompts.has('select_account') || answerOf(oidc).select_account !== undefined) return false
  const waiting = entities.Interaction
  if (waiting === undefined || session === undefined) return true
  // A later prompt means that this one has passed.
  if (!['login', 'select_account'].includes(waiting.prompt.name)) return false
  return markBefore(waiting.lastSubmission) === signInMark(session.jti)
}

/** An `acr` that the request requires: satisfied, asked for once, or refused (OpenID Connect Core §5.5.1.1). */
function mustSignInMoreStrongly({ oidc }: KoaContextWithOIDC): boolean {
  const wanted = essentialAcrs(oidc.params?.claims)
  const isSignedIn = oidc.session?.accountId !== undefined
  if (wanted === null || (isSignedIn && wanted.includes(oidc.acr))) return false
  // A new sign-in uses two factors whenever that is possible.
  const canHelp = wanted.includes(ACR.two)
    ? !isSignedIn || !hasSignedInAgain(oidc)
    : wanted.includes(ACR.one) && !isSignedIn
  if (!canHelp) throw new errors.UnmetAuthenticationRequirements('the required acr cannot be reached by a sign-in')
  return true
}

/** The tolerated difference between this clock and the database's, in seconds. */
const CLOCK_TOLERANCE = 5

/**
 * Whether the person has signed in since the request came. A different secret alone is not enough: a change of the
 * password renews it, too.
 */
function hasSignedInAgain({ session, entities }: KoaContextWithOIDC['oidc']): boolean {
  const waiting = entities.Interaction
  if (waiting === undefined || session === undefined) return false
  const isSame = markBefore(waiting.lastSubmission) === signInMark(session.jti)
  // A later prompt means that the login prompt has passed, for that sign-in.
  if (isSame) return waiting.prompt.name !== 'login'
  return Number(session.loginTs) + CLOCK_TOLERANCE >= waiting.iat
}
