import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { ownCode } from './own-code.ts'
import { codeMessage } from './resent-message.ts'

const TO_ADDRESS = 'A code was sent to the new address'
const TO_NUMBER = 'A code was sent to the new number'

export const requestEmailChange = endpoint({
  method: 'POST',
  path: '/api/session/email/code',
  access: 'session',
  summary:
    "Sends a code to a new email address, to make it one's own. Needs a sign-in of the last ten minutes. Within a minute of the last code for it none is sent. Whether somebody else has the address is said after the right code only.",
  message: TO_ADDRESS,
  messageOf: codeMessage(TO_ADDRESS),
  request: z.object({ email: field.email() }),
  response: ownCode,
})

export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/session/email/confirm',
  access: 'session',
  summary:
    "Makes the new address one's own, by the code that was sent there. The old one is notified with a link that undoes it within 72 hours; without one where this brings back the address from before such a change.",
  message: 'Email address changed',
  request: z.object({ otp: field.otp() }),
  response: z.object({ email: z.string() }),
})

export const requestPhoneChange = endpoint({
  method: 'POST',
  path: '/api/session/phone/change/code',
  access: 'session',
  summary:
    "Sends a code by SMS to a new phone number, to make it one's own. Needs a sign-in of the last ten minutes. Within a minute of the last code for it none is sent.",
  message: TO_NUMBER,
  messageOf: codeMessage(TO_NUMBER),
  request: z.object({ phoneNumber: field.phoneNumber() }),
  response: ownCode,
})

export const confirmPhoneChange = endpoint({
  method: 'POST',
  path: '/api/session/phone/change/confirm',
  access: 'session',
  summary:
    "Makes the new number one's own, by the code that was sent there. The address and the old number are notified with a link that undoes it within 72 hours; without one where this brings back the number from before such a change.",
  message: 'Phone number changed',
  request: z.object({ otp: field.otp() }),
  response: z.object({ phoneNumber: z.string() }),
})

const uuid = field.id()

export const undoLinkState = endpoint({
  method: 'POST',
  path: '/api/contactChanges/undoLinkState',
  access: 'public',
  summary: 'Whether a link to undo a change of address still works. Looking at it does not use it up.',
  request: z.object({ uuid }),
  response: z.object({
    /** `null`: it does not. */
    kind: z.nullable(z.enum(['email', 'phone'])),
  }),
})

export const undoContactChange = endpoint({
  method: 'POST',
  path: '/api/contactChanges/undo',
  access: 'public',
  summary:
    'Restores the former email address or phone number by the link that was sent there, and the other one if it was changed later. Removes passkeys, authenticator apps and recovery codes added since, ends all sessions, and lets nobody change the two on their own pages for seven days.',
  message: 'The change was undone',
  request: z.object({ uuid }),
  response: z.object({ kind: z.enum(['email', 'phone']) }),
})
