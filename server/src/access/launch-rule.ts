import { isCurrent } from '../db/is-current.ts'
import { isPersonActive } from '../db/is-person-active.ts'

/** Whether an application (`a`) or a client (`c`) is active, by the alias of its table. */
export const isActive = (alias: 'a' | 'c') => `${alias}.status = 'ACTIVE' and ${alias}.deleted_at is null`

/**
 * The one rule of access, as tables to select from: a current assignment `s` with an active application `a` and an active
 * client `c`. Tiles, launches, redemptions, sign-ins, grants and tokens all check it at each use.
 */
export const OPEN_ASSIGNMENTS = `(assignments s
  join applications a on a.id = s.application_id and ${isActive('a')} and ${isCurrent('s')}
  join clients c on c.id = s.client_id and ${isActive('c')})`

/**
 * The assignments `s` that a person may hear of, open or closed, at any time: neither the application `a` nor the client `c` is
 * deleted. It opens nothing, and only explains why something is not open.
 */
export const EXISTING_ASSIGNMENTS = `(assignments s
  join applications a on a.id = s.application_id and a.deleted_at is null
  join clients c on c.id = s.client_id and c.deleted_at is null)`

/** Whether an assignment `s` is for the person, application and client of a grant `g`. */
export const IS_FOR_GRANT = `s.user_id = g.user_id and s.application_id = g.application_id and s.client_id = g.client_id`

/** Whether the person of a row `g` exists and is active. */
export const IS_PERSON_ACTIVE = `exists (select 1 from users u where u.id = g.user_id and ${isPersonActive('u')})`

/** Whether an application `a` can be opened from the portal: it needs an address to open. */
export const HAS_ADDRESS = `(a.redirect_url <> '' or a.launch_mode = 'oidc' and a.login_url <> '')`

/** Whether a person has not allowed an application `a` of another party. @param userId SQL of their id */
export const needsConsent = (userId: string) => `(not a.is_first_party and not exists (
  select from oidc_consents given where given.user_id = ${userId} and given.application_id = a.id))`
