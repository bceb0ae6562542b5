import { expect } from '@playwright/test'
import type { Portal } from './portal.ts'

/** A person with an account, registered by calls. */
export async function register(portal: Portal) {
  const person = portal.newcomer()
  const { request } = portal.page
  expect((await request.post('/api/users/signUp', { data: person })).status()).toBe(200)
  const otp = await portal.code(person.email)
  expect(
    (await request.post('/api/users/consumeRequestEmailOtp', { data: { email: person.email, otp } })).status(),
  ).toBe(200)
  return person
}
