import { essentialAcrs } from '../essential-acr.ts'
import { impliedScope } from '../implied-scope.ts'
import { ACR } from '../portal-session.ts'
import { isOnDevice } from '../registered-address.ts'
import type { ApplicationFacts, AskedRequest, PersonFacts } from './judge-all.ts'
import { isKnown, scopesOf } from './judge-scope.ts'
import { asks, fails, type Judged, passes } from './judged.ts'

export function judgePerson({ claims, maxAge }: AskedRequest, prompts: string[], person: PersonFacts): Judged {
  const { isActive, session } = person
  const isSilent = prompts.includes('none')
  const acrs = acrsOf(claims)
  if (acrs !== null && !acrs.some((acr) => acr === ACR.two || (acr === ACR.one && session?.acr !== ACR.two)))
    return fails('unmet_authentication_requirements', 'person_acr_unmet', { acrs: acrs.join(' ') })
  if (!isActive) return fails(isSilent ? 'login_required' : null, 'person_not_active')
  if (session === null) return isSilent ? fails('login_required', 'person_not_signed_in') : asks('person_signs_in')
  if (prompts.includes('login')) return asks('person_signs_in_anew')
  const isTooOld = maxAge !== '' && (Number(maxAge) === 0 || session.ageSeconds > Number(maxAge))
  if (maxAge !== '' && session.isByPasswordAlone)
    return isSilent ? fails('login_required', 'person_gave_one_step') : asks('person_gives_both_steps')
  if (isTooOld) return isSilent ? fails('login_required', 'person_too_long_ago') : asks('person_signed_in_long_ago')
  if (acrs !== null && !acrs.includes(session.acr))
    return isSilent ? fails('login_required', 'person_not_strong_enough') : asks('person_signs_in_more_strongly')
  if (prompts.includes('select_account')) return asks('person_selects_account')
  return passes('person_signed_in')
}

export function judgeAccess({ client, resource }: AskedRequest, prompts: string[], person: PersonFacts): Judged {
  const { assignments, mayUseResource } = person
  if (resource !== '' && !mayUseResource) return fails('invalid_target', 'access_resource_closed')
  if (assignments.length === 0) return fails('access_denied', 'access_missing')
  const current = assignments.filter(({ isCurrent }) => isCurrent)
  if (current.length === 0) return fails('access_denied', 'access_not_now')
  const open = current.filter(({ isActive }) => isActive)
  if (open.length === 0) return fails('access_denied', 'access_client_inactive')
  const fitting = open.filter(({ clientId, uuid }) => client === '' || clientId === client || uuid === client)
  const [only, ...others] = fitting
  if (only === undefined) return fails('access_denied', 'access_other_client', { clients: namesOf(open) })
  if (others.length === 0) return passes('access_open', { client: only.name, role: only.role })
  return prompts.includes('none')
    ? fails('interaction_required', 'access_choice_forbidden', { clients: namesOf(fitting) })
    : asks('access_chosen', { clients: namesOf(fitting) })
}

export function judgeConsent(
  { redirectUri, scope }: AskedRequest,
  prompts: string[],
  application: ApplicationFacts,
  person: PersonFacts,
): Judged {
  if (prompts.includes('consent')) return asks('consent_asked')
  if (application.isNative && isOnDevice(redirectUri))
    return prompts.includes('none') ? fails('consent_required', 'consent_forbidden') : asks('consent_on_device')
  if (application.isFirstParty) return passes('consent_not_needed')
  const wanted = scopesOf(scope || impliedScope(application.allowedScopes)).filter(
    (one) => isKnown(one) && one !== 'offline_access',
  )
  if (wanted.every((one) => person.allowed.includes(one))) return passes('consent_given')
  return prompts.includes('none') ? fails('consent_required', 'consent_forbidden') : asks('consent_asked')
}

/** `null` when it cannot be read, which another rule reports. */
function acrsOf(claims: string): string[] | null {
  try {
    return essentialAcrs(claims === '' ? undefined : claims)
  } catch {
    return null
  }
}

const namesOf = (some: { name: string }[]) => some.map(({ name }) => name).join(', ')
