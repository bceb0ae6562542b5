import { ERRORS } from '@gatehouse/contract/errors.ts'
import * as field from '@gatehouse/contract/fields.ts'
import { withoutIndicJoiners } from '@gatehouse/contract/hidden-characters.ts'
import { AppError } from '../errors.ts'
import { hasHiddenCharacters, normaliseIdentifier } from './identifiers.ts'

/** The fields that are stored of a person. `undefined`: the field stays unchanged, or gets a default. */
type Judged = Partial<Record<'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'userName', string | undefined>>

const RULES = {
  firstName: field.personName('First Name is required'),
  lastName: field.personName('Last Name is required'),
  email: field.email(),
  phoneNumber: field.phoneNumber('Phone Number is required'),
  userName: field.userName(),
}

/**
 * Refuses a person whose data must not be stored, for the console, an import, a registration and the set-up. In
 * particular, nobody may look like another person, by invisible characters or by another person's address as user name.
 *
 * @throws AppError invalid_request with the first problem, and every problem at its field
 */
export function requireSoundPerson(person: Judged): void {
  const problems = Object.entries(RULES).flatMap(([name, rule]) => {
    const problem = problemOf(person, name as keyof Judged, rule)
    return problem === null ? [] : [[name, problem] as const]
  })
  const [first] = problems
  if (first !== undefined)
    throw new AppError('invalid_request', { msg: first[1], data: { fields: Object.fromEntries(problems) } })
}

/** The fields that a change really changes: a person stored under older rules can still be deactivated. */
export function changedPart(before: Judged, after: Judged): Judged {
  const names = Object.keys(RULES) as (keyof Judged)[]
  return Object.fromEntries(names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]]))
}

function problemOf(person: Judged, name: keyof Judged, rule: (typeof RULES)[keyof typeof RULES]): string | null {
  const value = person[name]
  // The first administrator may be created from the settings without a phone number.
  if (value === undefined || (name === 'phoneNumber' && value === '')) return null
  // The name of a person has the joiners that Indian scripts need.
  const isName = name === 'firstName' || name === 'lastName'
  if (hasHiddenCharacters(isName ? withoutIndicJoiners(value) : value)) return ERRORS.invalid_request.msg
  const parsed = rule.safeParse(value)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? null
  const isOthers = name === 'userName' && value.includes('@') && !isSame(value, person.email ?? '')
  return isOthers ? field.USER_NAME_RULE : null
}

const isSame = (one: string, other: string) => normaliseIdentifier(one) === normaliseIdentifier(other)
