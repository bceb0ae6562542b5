import { consumeRequestEmailOtp, signUp } from '@gatehouse/contract/signin.ts'
import { anAddress, PASSWORD } from './builders.ts'
import type { TestServer } from './server.ts'

let count = 0

/** A registration form with its own address and number. */
export function aForm(changes: Record<string, unknown> = {}) {
  const number = String(++count)
  return {
    firstName: 'Meera',
    lastName: 'Nair',
    email: `meera${number}@example.com`,
    phoneNumber: `8${number.padStart(9, '0')}`,
    password: PASSWORD,
    ...changes,
  }
}

/** A browser that has registered, and the code it was sent. */
export async function aRegistration(server: TestServer, changes: Record<string, unknown> = {}) {
  const form = aForm(changes)
  const visitor = server.visitor({ ip: anAddress() })
  const answer = await visitor.call(signUp, form)
  if (answer.status !== 200) throw new Error(`registering answered ${answer.status}: ${answer.msg}`)
  return { visitor, form, otp: await server.codeFor(form.email) }
}

export type Registration = Awaited<ReturnType<typeof aRegistration>>

export const verify = ({ visitor, form, otp }: Registration) =>
  visitor.call(consumeRequestEmailOtp, { email: form.email, otp })
