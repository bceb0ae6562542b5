import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveKeys } from '../crypto/keys.ts'
import { asKey, oneDataKey } from '../crypto/seal.ts'
import { hashPassword, isOutdated } from './passwords.ts'

const keys = { ...deriveKeys(randomBytes(32)), seal: oneDataKey(asKey(randomBytes(32))) }
const cheap = { ...keys, passwordCost: { memoryCost: 64, timeCost: 1, parallelism: 1 } }

test("a password is hashed with the first of OWASP's parameters for argon2id", async () => {
  expect(await hashPassword(keys, 'Kestrel#Orbit42*Lamp')).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
})

test('a hash with other parameters is outdated', async () => {
  expect(isOutdated(keys, await hashPassword(keys, 'Kestrel#Orbit42*Lamp'))).toBe(false)
  expect(isOutdated(keys, await hashPassword(cheap, 'Kestrel#Orbit42*Lamp'))).toBe(true)
})
