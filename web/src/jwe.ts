import { JWE_TYPE } from '@gatehouse/contract/envelope.ts'
import type { EncryptionKey } from '@gatehouse/contract/session.ts'
import * as base64url from 'jose/base64url'
import { compactDecrypt } from 'jose/jwe/compact/decrypt'
import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import { importJWK } from 'jose/key/import'

/** What is known of a request before it is sealed; the server compares all of it (requirement P14). */
export type Request = {
  method: 'GET' | 'POST'
  path: string
  body: unknown
  /** Why the change is made, where a rule asks. */
  reason: string | null
  sentAtMs: number
}

const EC_P256 = { name: 'ECDH', namedCurve: 'P-256' }

/** The key for the next answer. It is made while the answer before is awaited, so that no call waits for its key. */
let next: Promise<ResponseKey> | null = null

/** A key pair for one answer. The private half cannot be exported, and is forgotten with the call. */
export function createResponseKey(): Promise<ResponseKey> {
  const created = next ?? generateResponseKey()
  next = generateResponseKey()
  next.catch(() => {
    next = null
  })
  return created
}

async function generateResponseKey() {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(EC_P256, false, ['deriveBits'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const publicJwk = { kty, crv, x, y }
  return {
    publicJwk,
    header: base64url.encode(JSON.stringify(publicJwk)),
    /** The `data` of an answer. Failures may come unencrypted: anything but a compact JWE is given back as it is. */
    async open(data: unknown): Promise<unknown> {
      if (typeof data !== 'string' || data.split('.').length !== 5) return data
      const { plaintext } = await compactDecrypt(data, privateKey, {
        keyManagementAlgorithms: ['ECDH-ES'],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      return JSON.parse(new TextDecoder().decode(plaintext))
    },
  }
}

export type ResponseKey = Awaited<ReturnType<typeof generateResponseKey>>

/** The body of a POST as a compact JWE to the server's key. */
export async function seal(key: EncryptionKey, responseKey: ResponseKey, request: Request): Promise<string> {
  const plaintext = {
    v: 1,
    iat: Math.floor(request.sentAtMs / 1000),
    jti: crypto.randomUUID(),
    htm: request.method,
    htu: request.path,
    rk: responseKey.publicJwk,
    body: request.body,
    ...(request.reason !== null && { reason: request.reason }),
  }
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(plaintext)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: key.kid, typ: JWE_TYPE })
    .encrypt(await importJWK(key, 'ECDH-ES'))
}
