import { confirmEmailChange, requestEmailChange } from '@gatehouse/contract/own-contact.ts'
import { expect } from 'vitest'
import type { TestServer, Visitor } from './server.ts'

/** Changes a person's own email address with the code that is sent there. */
export async function moveTo(server: TestServer, visitor: Visitor, email: string) {
  expect(await visitor.call(requestEmailChange, { email })).toMatchObject({ status: 200 })
  return visitor.call(confirmEmailChange, { otp: await server.codeFor(email) })
}

/** The secret of the newest link that undoes a change, among the messages to an address; empty: there is none. */
export const undoFor = async (server: TestServer, address: string) =>
  (await server.inbox(address)).map(({ text }) => /\/undochange\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
