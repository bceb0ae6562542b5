import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Authorizing } from './account.ts'
import { askedSubject, isEssential } from './essential-acr.ts'
import { actingOf } from './portal-session.ts'

type Oidc = KoaContextWithOIDC['oidc']
type Refusal = InstanceType<typeof errors.OIDCProviderError>

/** What only a sign-in of the person could answer: without values, too. */
const SIGN_IN_CLAIMS = ['acr', 'amr']

/**
 * Why a request is refused while an administrator acts for the person (ADR 0103); `null`: nobody acts, or it needs nothing that only
 * the person could do. Every prompt is such a thing: the administrator signs in, chooses and consents for nobody else.
 */
export function refusalWhileActing(
  { session, params, prompts, entities }: Oidc,
  account: Authorizing | undefined,
): Refusal | null {
  if (actingOf(session) === null) return null
  if (prompts.has('login') || params?.max_age !== undefined || isEssential(params?.claims, 'auth_time'))
    return new errors.LoginRequired('an administrator acts for this person and cannot sign in as them')
  if (SIGN_IN_CLAIMS.some((name) => isEssential(params?.claims, name)))
    return new errors.UnmetAuthenticationRequirements('the person has not signed in: an administrator acts for them')
  if (prompts.has('select_account'))
    return new errors.CustomOIDCProviderError(
      'account_selection_required',
      'an administrator acts for this person and for nobody else',
    )
  if (account === undefined || account.accesses.length === 0)
    return new errors.AccessDenied('the application is not assigned to this person')
  const meant = [entities.IdTokenHint?.payload.sub, askedSubject(params?.claims)]
  if (meant.some((sub) => sub !== undefined && sub !== account.subject))
    return new errors.LoginRequired('the request means somebody else than the person whom an administrator acts for')
  if (account.chosen === null) return new errors.InteractionRequired('the client must be chosen in the portal')
  if (account.lacks !== null)
    return new errors.LoginRequired('a stronger or more recent sign-in of the administrator who acts is needed')
  return account.isConsentMissing
    ? new errors.ConsentRequired('the person has not allowed this yet, and nobody can do so for them')
    : null
}
