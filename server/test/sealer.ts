import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { JWE_TYPE } from '@gatehouse/contract/envelope.ts'
import { getEncryptionKeys } from '@gatehouse/contract/session.ts'
import {
  CompactEncrypt,
  type CompactJWEHeaderParameters,
  compactDecrypt,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import { expect } from 'vitest'
import { newId } from '../src/crypto/ids.ts'
import { anAddress } from './builders.ts'
import type { TestServer } from './server.ts'

const ALGORITHM = 'ECDH-ES'
const encoder = new TextEncoder()

/** The parts of a request, each of which a test may change. */
export type Parts = {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: Parameters<CompactEncrypt['encrypt']>[0]
  plaintext?: string
}

/** A caller that encrypts like our web client: to the published key, with its own key for the answer. */
export async function aSealer(at: TestServer) {
  const { keys } = (await at.visitor({ ip: anAddress() }).call(getEncryptionKeys)).data
  return aSealerTo(keys[0] as JWK)
}

export async function aSealerTo(published: JWK) {
  const own = await generateKeyPair(ALGORITHM, { crv: 'P-256', extractable: true })
  const responseKey: JWK = await exportJWK(own.publicKey)

  const seal = async ({ method, path }: Endpoint, body: unknown, { claims, header, key, plaintext }: Parts = {}) => {
    const iat = Math.floor(Date.now() / 1000)
    const all = { v: 1, iat, jti: newId(), htm: method, htu: path, rk: responseKey, body, ...claims }
    const headers = { alg: ALGORITHM, enc: 'A256GCM', typ: JWE_TYPE, kid: published.kid, ...header }
    return new CompactEncrypt(encoder.encode(plaintext ?? JSON.stringify(all)))
      .setProtectedHeader(headers as CompactJWEHeaderParameters)
      .encrypt(key ?? (await importJWK(published, ALGORITHM)), { crit: { exp: true } })
  }
  const open = async (sealed: unknown) => {
    const { plaintext, protectedHeader } = await compactDecrypt(String(sealed), own.privateKey)
    expect(protectedHeader).toMatchObject({ alg: ALGORITHM, enc: 'A256GCM', typ: JWE_TYPE })
    return JSON.parse(new TextDecoder().decode(plaintext))
  }
  return { published, responseKey, seal, open }
}
