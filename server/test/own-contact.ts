import {
  confirmEmailChange,
  confirmPhoneChange,
  requestEmailChange,
  requestPhoneChange,
} from '@gatehouse/contract/own-contact.ts'
import { expect } from 'vitest'
import type { TestServer, Visitor } from './server.ts'
import type { Called } from './sms-gateway.ts'

/** Changes a person's own email address with the code that is sent there. */
export async function moveTo(server: TestServer, visitor: Visitor, email: string) {
  expect(await visitor.call(requestEmailChange, { email })).toMatchObject({ status: 200 })
  return visitor.call(confirmEmailChange, { otp: await server.codeFor(email) })
}

type Reached = { server: TestServer; gateway: { calls: Called[] } }

/** Changes a person's own phone number with the code that the gateway is given for it. */
export async function numberTo({ server, gateway }: Reached, visitor: Visitor, phoneNumber: string): Promise<void> {
  expect(await visitor.call(requestPhoneChange, { phoneNumber })).toMatchObject({ status: 200 })
  await server.inbox('')
  const sent = gateway.calls.map(({ body }) => new URLSearchParams(body))
  const text = sent.findLast((fields) => fields.get('to') === phoneNumber)?.get('text') ?? ''
  const otp = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  expect(await visitor.call(confirmPhoneChange, { otp })).toMatchObject({ status: 200 })
}

/** The secret of the newest link that undoes a change, among the messages to an address; empty: there is none. */
export const undoFor = async (server: TestServer, address: string) =>
  (await server.inbox(address)).map(({ text }) => /\/undochange\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
