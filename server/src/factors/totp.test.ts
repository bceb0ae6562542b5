import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { newTotpSecret, stepOf, totpUri } from './totp.ts'

const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32

// RFC 6238, appendix B, for SHA-1: of its eight digits, apps show the last six.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('after %i seconds the code of the RFC is right, and no longer a minute later', async (seconds, code) => {
  const step = Math.floor(seconds / 30)
  const shown = code.slice(2)
  const around = [-60, -30, 0, 30, 60].map((off) => stepOf(RFC_SECRET, shown, seconds + off))
  expect(await Promise.all(around)).toEqual([null, step, step, step, null])
})

test('a secret has 160 bits, and its address names portal and account', async () => {
  const secret = await newTotpSecret()
  expect(Secret.fromBase32(secret).bytes).toHaveLength(20)
  const uri = new URL(await totpUri(secret, 'EAI: Portal', 'asha@example.com'))
  expect(decodeURIComponent(uri.pathname)).toBe('/EAI  Portal:asha@example.com')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    ...{ issuer: 'EAI  Portal', secret, algorithm: 'SHA1', digits: '6', period: '30' },
  })
})
