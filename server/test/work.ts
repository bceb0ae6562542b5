import { hash } from 'node:crypto'
import { hashedText, hasWork, type WorkAsked } from '@gatehouse/contract/proof-of-work.ts'

/** Does the work of a challenge, as a caller would. */
export function solve({ challenge, difficulty }: WorkAsked) {
  for (let nonce = 0; ; nonce++)
    if (hasWork(hash('sha256', hashedText(challenge, nonce), 'buffer'), difficulty)) return { challenge, nonce }
}

/** The work that a refusal asks for. */
export const workAsked = ({ data }: { data: unknown }) => data as WorkAsked
