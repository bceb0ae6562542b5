import { expect, test } from 'vitest'
import { challengeOf, makeProof } from './proof.ts'

test('the challenge of a verifier is that of RFC 7636 appendix B', async () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  expect(await challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('each verifier and challenge is new', async () => {
  const [one, other] = [await makeProof(), await makeProof()]
  expect(one.verifier).toMatch(/^[\w-]{43}$/)
  expect(one.challenge).toBe(await challengeOf(one.verifier))
  expect(other.verifier).not.toBe(one.verifier)
})
