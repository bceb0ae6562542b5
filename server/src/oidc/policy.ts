import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { authorizing } from './account.ts'
import { markBefore, signInMark } from './interaction-store.ts'

const { Check, Prompt, base } = interactionPolicy

/**
 * When somebody must do something before a request is answered. In this order: sign in, have access, choose the client,
 * consent. Each is judged anew when they come back, on what holds then.
 */
export function makePolicy() {
  const policy = base()
  const login = policy.get('login')
  const consent = policy.get('consent')
  if (login === undefined || consent === undefined) throw new Error('the library has other prompts than it had')
  // An acr that is asked for is told, and not enforced: a session has what it has (OpenID Connect Core §3.1.2.1).
  for (const reason of ['login_prompt', 'max_age', 'essential_acrs', 'essential_acr']) login.checks.remove(reason)
  login.checks.add(new Check('sign_in_anew', 'signing in anew is asked for', 'login_required', mustSignInAnew))
  consent.checks.clear()
  consent.checks.add(
    new Check(
      'not_consented',
      'the person has not allowed this yet',
      'consent_required',
      ({ oidc }) => authorizing(oidc)?.isConsentMissing ?? false,
    ),
  )
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
    1,
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
    2,
  )
  return policy
}

/** `prompt=login`, or a session older than `max_age`; a sign-in since the request came satisfies both. */
function mustSignInAnew({ oidc }: KoaContextWithOIDC): boolean {
  const { session, params, prompts } = oidc
  if (session?.accountId === undefined) return false
  const isTooOld = params?.max_age !== undefined && session.past(Number(params.max_age))
  if (!prompts.has('login') && !isTooOld) return false
  const waiting = oidc.entities.Interaction
  if (waiting === undefined) return true
  // What else was asked for since came after a sign-in that was fresh enough.
  return waiting.prompt.name === 'login' && markBefore(waiting.lastSubmission) === signInMark(session.jti)
}
