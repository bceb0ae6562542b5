import type { CodeSent } from '@gatehouse/contract/signin.ts'
import type { FastifyReply } from 'fastify'
import { answerSignedIn } from './answer-signed-in.ts'
import { bind, type Caller } from './caller.ts'
import type { StepOne } from './login.ts'
import { codeSent } from './send-code.ts'

export const SIGN_IN_SECONDS = 10 * 60

/** Hands what step one has led to to the caller: a code to enter, or the session of a browser that is remembered. */
export function answerBegun(caller: Caller, reply: FastifyReply, begun: StepOne): CodeSent {
  if (begun.signedIn === undefined) return codeSent(begun, bind(caller, reply, begun.secret, SIGN_IN_SECONDS))
  return {
    ...{ next: 'signed-in', sentTo: '', otherSteps: [], mayRemember: false, expiresInSeconds: 0, resendInSeconds: 0 },
    loginTxn: null,
    signedIn: answerSignedIn(caller, reply, begun.signedIn),
  }
}
