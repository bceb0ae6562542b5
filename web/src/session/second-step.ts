import { signInWithAuthenticator, signInWithRecoveryCode } from '@gatehouse/contract/factors/second-step.ts'
import * as field from '@gatehouse/contract/fields.ts'
import { type CodeSent, consumeLogInOtpEmail } from '@gatehouse/contract/signin.ts'
import * as z from 'zod/mini'
import { call } from '../api.ts'

/** Where the code of the second step comes from. */
export type Way = 'email' | 'authenticator' | 'recovery-code'

/** What the ways depend on. */
export type Ways = Pick<CodeSent, 'sentTo' | 'otherSteps'>

/** What is asked for first: nothing was mailed to people who have an app. */
export const firstWay = ({ sentTo, otherSteps }: Ways): Way =>
  sentTo === '' && otherSteps.includes('authenticator') ? 'authenticator' : 'email'

/** What the page of a way is called, and says. */
export const wayWords = {
  authenticator: {
    title: 'Enter the code from your app',
    lead: 'Open your authenticator app and enter the code that it shows for this portal.',
  },
  'recovery-code': { title: 'Enter a recovery code', lead: 'Each of your recovery codes signs you in once.' },
} as const

/** The form of the second step; its field has the name that browsers and tests know. */
export const codeFormOf = (way: Way) =>
  z.object({
    otp: way === 'recovery-code' ? field.requiredText('Enter a recovery code', 64) : field.otp(),
    rememberBrowser: z.boolean(),
  })

type Whose = Omit<Parameters<typeof call<typeof consumeLogInOtpEmail>>[1], 'otp' | 'rememberBrowser'>

export function giveCode(way: Way, otp: string, whose: Whose, rememberBrowser = false) {
  if (way === 'email') return call(consumeLogInOtpEmail, { ...whose, otp, rememberBrowser })
  return way === 'authenticator'
    ? call(signInWithAuthenticator, { otp, rememberBrowser })
    : call(signInWithRecoveryCode, { code: otp })
}
