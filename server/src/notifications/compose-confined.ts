import { AppError } from '../errors.ts'
import type { Composed, What } from './compose-message.ts'
import type { EmailGateway, SmsGateway } from './gateways.ts'
import type { TemplatePool } from './template-pool.ts'

export type Compose = (gateway: EmailGateway | SmsGateway, what: What) => Promise<Composed>

/** For so long a template that took too long is not tried again. */
const STUCK_MS = 60_000
const KNOWN_MAX = 1000

const TOO_LONG = 'The template could not be used: it takes too long'

/**
 * Loaded with the first message: a server that sends none does without. Kept, as each `import()` costs time even when
 * loaded.
 */
let composing: Promise<typeof import('./compose-message.ts')> | null = null

/**
 * Makes the texts of messages. What people wrote is rendered in a process of its own, with limits of time and memory: a template may
 * have been stored before it was checked as it is today. Built-in texts are ours, and short.
 */
export function makeComposer(pool: TemplatePool): Compose {
  /** Whether a version of a template was in time when it was rendered last. */
  const known = new Map<string, Promise<boolean>>()

  const remember = (key: string, isInTime: Promise<boolean>) => {
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(key, isInTime)
  }
  const composeBuiltIn: Compose = async (gateway, what) => {
    composing ??= import('./compose-message.ts')
    return (await composing).composeMessage(gateway, what)
  }
  const instead: Compose = async (gateway, what) => {
    const composed = await composeBuiltIn(gateway, { ...what, template: null }).catch(() => {
      throw new Error(TOO_LONG)
    })
    return { ...composed, remarks: [TOO_LONG, ...composed.remarks] }
  }
  return async (gateway, what) => {
    if (what.template === null) return composeBuiltIn(gateway, what)
    const key = `${what.template.id} ${what.template.version}`
    // Others wait for the first message of a template, so that a stuck one does not hold all processes.
    if ((await known.get(key)) === false) return instead(gateway, what)
    const { promise: isInTime, resolve } = Promise.withResolvers<boolean>()
    if (!known.has(key)) remember(key, isInTime)
    try {
      const composed = await pool.composeMessage({ gateway: neededOf(gateway), what })
      resolve(true)
      return composed
    } catch (error) {
      const isStuck = error instanceof AppError && error.key === 'invalid_request'
      resolve(!isStuck)
      if (!isStuck) throw error
      remember(key, Promise.resolve(false))
      setTimeout(() => known.delete(key), STUCK_MS).unref()
      return instead(gateway, what)
    }
  }
}

/** Without the passwords of the gateway. */
const neededOf = (gateway: EmailGateway | SmsGateway) =>
  gateway.channel === 'email'
    ? { channel: gateway.channel }
    : { channel: gateway.channel, countryCode: gateway.countryCode }
