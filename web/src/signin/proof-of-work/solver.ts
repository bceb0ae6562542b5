import { hashedText, NONCE_MAX, type WorkAsked } from '@gatehouse/contract/proof-of-work.ts'
import { sha256 } from './sha256.ts'

// Runs in a worker, so that the page goes on while it counts.

self.addEventListener('message', ({ data }: MessageEvent<WorkAsked>) => self.postMessage(solve(data)))

/** The first number whose digest begins with as many zero bits as asked. */
function solve({ challenge, difficulty }: WorkAsked): number {
  for (let nonce = 0; nonce <= NONCE_MAX; nonce++) {
    const [first = 0] = sha256(hashedText(challenge, nonce))
    // Never more than 32 bits are asked.
    if (first >>> (32 - difficulty) === 0) return nonce
  }
  throw new Error('no number has the work')
}
