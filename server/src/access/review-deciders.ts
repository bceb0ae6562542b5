import { isPersonActive } from '../db/is-person-active.ts'
import { DECIDING_CONTACTS } from './decides-requests.ts'

/** SQL: contacts who decide, among those whom running reviews name. Few: `assignments` has millions of rows. */
const CONTACTS = `
  select distinct p.client_id, w.id as user_id from ${DECIDING_CONTACTS} and w.id in (
    select n.user_id from access_reviews v join access_reviewers n on n.review_id = v.id and n.basis = 'contact'
    where v.state = 'running')`

/** SQL: somebody of a row like `r` for the line `l` still is what made them a reviewer. */
const isHeld = (row: 'r' | 'n') => `case ${row}.basis
    when 'owner' then exists (
      select from application_owners o where o.application_id = l.application_id and o.user_id = ${row}.user_id)
    when 'contact' then exists (
      select from contacts k where k.client_id = l.client_id and k.user_id = ${row}.user_id)
    else true end`

/** SQL: somebody is left who was named for the line `l`. @param which more about the row `n` that names them */
const isLeft = (which: string) => `exists (
    select from access_reviewers n join users u on u.id = n.user_id and ${isPersonActive('u')}
    where n.line_id = l.id and ${which} and ${isHeld('n')})`

const named = (which: string) => `
  select r.line_id, r.stage, r.user_id, r.review_id
  from access_reviewers r join access_review_lines l on l.id = r.line_id
    join users u on u.id = r.user_id and ${isPersonActive('u')}
  where ${which} and ${isHeld('r')}`

/** Whoever started the review decides about a line in one stage alone, and never about themselves. */
const starter = (stage: 1 | 2, which: string) => `
  select l.id, ${stage}::smallint, v.owner_id, v.id
  from access_reviews v join users u on u.id = v.owner_id and ${isPersonActive('u')}
    join access_review_lines l on l.review_id = v.id and l.user_id <> v.owner_id
  where ${which} and not ${isLeft(`n.stage = ${stage}`)} and not ${isLeft('n.user_id = v.owner_id')}`

/**
 * SQL: who decides about which line of a running review at this moment, and in which stage: `line_id`, `stage`, `user_id`, `review_id`.
 * Those whom the start of the review named, while they are active and still the contact or owner that they were named as;
 * where none is left, the chosen substitutes; then whoever has started the review (ADR 0088). Each read and each decision joins it;
 * the state of the review is judged apart.
 */
export const REVIEW_DECIDERS = `(
  with contacts as materialized (${CONTACTS})
  ${named(`r.basis <> 'substitute'`)}
  union all ${named(`r.basis = 'substitute' and not ${isLeft(`n.stage = r.stage and n.basis <> 'substitute'`)}`)}
  union all ${starter(1, '(l.decided_stage = 0 or l.decided_stage = 1 and l.decided_by = v.owner_id)')}
  union all ${starter(
    2,
    `(l.decided_stage = 1 and v.stages = 2 and l.decided_by <> v.owner_id
      or l.decided_stage = 2 and l.decided_by = v.owner_id)`,
  )})`

/** SQL: those whom the start of a review named, in the same columns. */
export const NAMED_REVIEWERS = `(
  select r.line_id, r.stage, r.user_id, r.review_id from access_reviewers r
  where r.basis <> 'substitute' or not exists (
    select from access_reviewers n where n.line_id = r.line_id and n.stage = r.stage and n.basis <> 'substitute'))`
