import type { KeyObject } from 'node:crypto'
import { hmac } from '../crypto/secrets.ts'

/** The fields of an application that decide by which id it knows people. */
export type SubjectRule = { id: string; subjectType: string; subjectSector: string }

/** A `SubjectRule` as JSON, from a row `a` of applications. */
export const SUBJECT_RULE =
  "json_build_object('id', a.id, 'subjectType', a.subject_type, 'subjectSector', a.subject_sector)"

/**
 * The id by which an application knows a person, at every endpoint. A pairwise id (OpenID Connect Core §8.1) is the
 * same for all applications of a sector and useless to any other application; it depends on nothing that is likely to
 * change.
 */
export function subjectOf(key: KeyObject, { id, subjectType, subjectSector }: SubjectRule, userId: string): string {
  if (subjectType !== 'pairwise') return userId
  const sector = subjectSector === '' ? ['application', id] : ['sector', subjectSector.toLowerCase()]
  return hmac(key, ...sector, userId).toString('base64url')
}
