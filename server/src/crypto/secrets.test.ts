import { expect, test } from 'vitest'
import { newSecret, secretHash } from './secrets.ts'

test('ten thousand secrets are different, with 256 random bits each (T002)', () => {
  const secrets = Array.from({ length: 10_000 }, newSecret)
  expect(new Set(secrets).size).toBe(10_000)
  expect(secrets.filter((secret) => !/^[\w-]{43}$/.test(secret))).toEqual([])
  // Every position takes every letter, so that none is fixed or missing.
  for (let position = 0; position < 42; position++)
    expect(new Set(secrets.map((secret) => secret[position])).size).toBe(64)
  expect(new Set(secrets.map((secret) => secretHash(secret).toString('hex'))).size).toBe(10_000)
})
