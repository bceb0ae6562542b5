import { passwordProblem } from '@gatehouse/contract/password.ts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { type Breached, type BreachRules, isBreached } from './breached-passwords.ts'

/** Score 3 means 10^8 guesses; a patient attacker manages fewer. */
const MIN_SCORE = 3
/** The estimator's running time grows fast with the length (requirement P7). */
const ESTIMATE_LENGTH = 72
/** The longest text that people add to a word to satisfy a rule: `Welcome@123`. */
const DECORATION_MAX_LENGTH = 5

/** Words that an attacker tries first, besides a dictionary: the person's own names. */
export type Owner = { email: string; firstName: string; lastName: string }

type Rules = BreachRules & Pick<Config, 'passwordPolicy' | 'brand'>

/**
 * Refuses passwords that do not fit the policy, are guessed early (requirements S7 and P7), or are in a known breach. A
 * service that does not answer keeps nobody from choosing a password.
 *
 * @returns what the audit is to say of it
 * @throws AppError invalid_request with the policy's message, password_too_weak or password_breached
 */
export async function requireStrongPassword(
  rules: Rules,
  password: string,
  owner: Owner,
): Promise<{ breached?: Breached }> {
  const problem = passwordProblem(rules.passwordPolicy, password)
  if (problem !== null) throw new AppError('invalid_request', { msg: problem })
  const { estimator, common } = await loadDictionary()
  const own = ownWords(rules.brand, owner)
  const core = coreWord(password)
  const isDecoratedWord =
    password.length - core.length <= DECORATION_MAX_LENGTH && (common.has(unfold(core)) || own.includes(unfold(core)))
  const { score } = estimator.check(password.slice(0, ESTIMATE_LENGTH), own)
  if (isDecoratedWord || common.has(password.toLowerCase()) || score < MIN_SCORE)
    throw new AppError('password_too_weak')
  const breached = await isBreached(rules, password)
  if (breached === 'yes') throw new AppError('password_breached')
  return breached === null ? {} : { breached }
}

/**
 * `!Welcome@123` becomes `Welcome`: a literal look-up of a password that the policy accepts would never match a list
 * (requirement P7).
 */
function coreWord(password: string): string {
  return password.replace(/^[^A-Za-z]+|[^A-Za-z]+$/g, '')
}

const LOOKALIKES: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}

function unfold(word: string): string {
  return word.toLowerCase().replace(/[@431!0$57]/g, (sign) => LOOKALIKES[sign] ?? sign)
}

function ownWords(brand: string, { email, firstName, lastName }: Owner): string[] {
  const words = [
    brand,
    'gatehouse',
    'admin',
    'user',
    email,
    email.split('@')[0] ?? '',
    firstName,
    lastName,
    `${firstName}${lastName}`,
  ]
  return words.map((word) => word.toLowerCase()).filter((word) => word.length >= 3)
}

type Dictionary = { estimator: ZxcvbnFactory; common: Set<string> }
let dictionary: Promise<Dictionary> | null = null

/** Several megabytes, loaded when the first password is chosen. */
function loadDictionary(): Promise<Dictionary> {
  dictionary ??= (async () => {
    const [{ ZxcvbnFactory }, common] = await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
    ])
    const estimator = new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs })
    const words = common.dictionary['passwords-common']
    return { estimator, common: new Set(words.map(String)) }
  })()
  return dictionary
}
