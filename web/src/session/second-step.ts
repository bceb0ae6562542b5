import { signInWithAuthenticator } from '@gatehouse/contract/factors/second-step.ts'
import { type CodeSent, consumeLogInOtpEmail } from '@gatehouse/contract/signin.ts'
import { call } from '../api.ts'

/** Where the code of the second step comes from. */
export type Way = 'email' | 'authenticator'

/** What the ways depend on. */
export type Ways = Pick<CodeSent, 'sentTo' | 'otherSteps'>

/** What is asked for first: nothing was mailed to people who have an app. */
export const firstWay = ({ sentTo, otherSteps }: Ways): Way =>
  sentTo === '' && otherSteps.includes('authenticator') ? 'authenticator' : 'email'

type Whose = Omit<Parameters<typeof call<typeof consumeLogInOtpEmail>>[1], 'otp'>

export const giveCode = (way: Way, otp: string, whose: Whose) =>
  way === 'email' ? call(consumeLogInOtpEmail, { ...whose, otp }) : call(signInWithAuthenticator, { otp })
