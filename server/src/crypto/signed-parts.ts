import type { KeyObject } from 'node:crypto'
import { equalBytes, hmac } from './secrets.ts'

/** The parts of a link with their signature: without a dot, since a path with one names a file. No part may hold `_`. */
export const signParts = (key: KeyObject, parts: readonly string[]): string => [...parts, sign(key, parts)].join('_')

/** @returns the parts, or `null` for a text that this portal has not made with this key and so many parts */
export function readSignedParts(key: KeyObject, text: string, count: number): string[] | null {
  const parts = text.split('_')
  const signature = parts.pop() ?? ''
  if (parts.length !== count) return null
  return equalBytes(Buffer.from(signature), Buffer.from(sign(key, parts))) ? parts : null
}

const sign = (key: KeyObject, parts: readonly string[]) => hmac(key, ...parts).toString('hex')
