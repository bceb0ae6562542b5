import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('the digest is that of SHA-256 for every length of one block', async () => {
  for (let length = 0; length <= 55; length++) {
    const text = 'Gatehouse-proof.0123456789_abcdefghijklmnopqrstuvwxyz.12'.slice(0, length)
    const words = [...sha256(text)].map((word) => word.toString(16).padStart(8, '0')).join('')
    const known = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
    expect(words, text).toBe([...known].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  }
})
