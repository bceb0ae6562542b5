import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { AppError } from '../errors.ts'
import type { Actor } from '../identity/actor.ts'

/** Their holders read who did something: people and what they did are what these permissions are for. */
const ABOUT_PEOPLE = ['users:read', 'users:write', 'users:act', 'audit:read', 'reviews:read', 'reviews:write']

/** `createdBy`, `by`, … */
const NAMES_SOMEBODY = /^by$|By$/

/**
 * Two people decide about one change of approvals (ADR 0099, 0104): each has to know who the other one is, and its version names both.
 * Who else has decided is judged where it is said.
 */
const OF_TWO_PEOPLE = ['askedBy', 'setBy', 'confirmedBy', 'publishedBy', 'sentBack', 'decided']

/**
 * What hides in answers of the console who has done something, from callers who may not read people: each text under a name such as
 * `createdBy` is empty. Only a call for a permission about people names them nevertheless.
 */
export function hidingNames({ access }: Pick<Endpoint, 'access'>, actor: Actor | null) {
  const isHidden =
    access !== 'public' &&
    access !== 'session' &&
    access !== 'application' &&
    !ABOUT_PEOPLE.includes(access) &&
    actor !== null &&
    actor.kind !== 'application' &&
    !actor.permissions.includes('users:read')
  return {
    inAnswer: <Data>(data: Data): Data => (isHidden ? (withoutNames(data) as Data) : data),
    /** The same in a refusal, such as of a change that somebody else was faster with. */
    inError: (error: unknown): unknown =>
      isHidden && error instanceof AppError ? Object.assign(error, { data: withoutNames(error.data) }) : error,
  }
}

function withoutNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNames)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if (OF_TWO_PEOPLE.includes(name)) return [name, field]
      return [name, NAMES_SOMEBODY.test(name) && typeof field === 'string' ? '' : withoutNames(field)]
    }),
  )
}
