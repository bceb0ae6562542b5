import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { ownCode } from './own-code.ts'
import { codeMessage } from './resent-message.ts'

const TO_PHONE = 'A code was sent to your phone'

/** The caller's own phone number. Until it is confirmed it gets no codes and cannot be used to sign in. */
const ownPhone = z.object({
  /** Empty when there is none. */
  phoneNumber: z.string(),
  isConfirmed: z.boolean(),
  /** Whether an SMS gateway can send a code to it. */
  canSend: z.boolean(),
})
export type OwnPhone = z.output<typeof ownPhone>

export const getOwnPhone = endpoint({
  method: 'GET',
  path: '/api/session/phone',
  access: 'session',
  whileActing: 'read',
  summary: "One's own phone number, whether it is confirmed, and whether a code can be sent to it.",
  request: z.object({}),
  response: ownPhone,
})

export const requestPhoneCode = endpoint({
  method: 'POST',
  path: '/api/session/phone/code',
  access: 'session',
  summary:
    "Sends a code by SMS to one's own phone number, to confirm it. Within a minute of the last one none is sent.",
  message: TO_PHONE,
  messageOf: codeMessage(TO_PHONE),
  request: z.object({}),
  response: ownCode,
})

export const confirmPhone = endpoint({
  method: 'POST',
  path: '/api/session/phone/confirm',
  access: 'session',
  summary: "Confirms one's own phone number with the code that was sent to it.",
  message: 'Phone number confirmed',
  request: z.object({ otp: field.otp() }),
  response: ownPhone,
})
