/** Whether a record of an application or a client, by the alias of its table, is in use at all. */
export const isActive = (alias: 'a' | 'c') => `${alias}.status = 'ACTIVE' and ${alias}.deleted_at is null`

/**
 * The one rule of who may use what, as tables to select from: an assignment `s` with an active application `a` and an
 * active client `c` behind it. Tiles, launches, redemptions, sign-ins, grants and tokens all ask it, at each use.
 */
export const OPEN_ASSIGNMENTS = `(assignments s
  join applications a on a.id = s.application_id and ${isActive('a')}
  join clients c on c.id = s.client_id and ${isActive('c')})`

/** Whether a row `s` of it is of the person, application and client that a row of another table names. */
export const isFor = (alias: 'g' | 't') =>
  `s.user_id = ${alias}.user_id and s.application_id = ${alias}.application_id and s.client_id = ${alias}.client_id`

/** Whether the person whom a row of another table names is there and active. */
export const isPersonActive = (alias: 'g' | 't') =>
  `exists (select 1 from users u where u.id = ${alias}.user_id and u.is_active and u.deleted_at is null)`

/** Whether an application `a` can be opened from the portal: something must be there to open. */
export const HAS_ADDRESS = `(a.redirect_url <> '' or a.launch_mode = 'oidc' and a.login_url <> '')`
