import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { JWE_TYPE, RESPONSE_KEY_HEADER } from '@gatehouse/contract/envelope.ts'
import type { FastifyRequest } from 'fastify'
import type { CryptoKey, JWK } from 'jose'
import { unlessFault } from '../db/faults.ts'
import { AppError } from '../errors.ts'

const ALGORITHM = 'ECDH-ES'
const ENCRYPTION = 'A256GCM'
const MAX_AGE_SECONDS = 120
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export type Envelopes = {
  /**
   * Returns the plain input of a call, and a function that encodes its answer in the form of the request (requirement
   * G4).
   *
   * @throws AppError envelope_invalid for any fault of the envelope: one answer for all of them
   */
  open: (endpoint: Endpoint, request: FastifyRequest) => Promise<Opened>
}

type Opened = {
  body: unknown
  /** Why the change is made, where an encrypted request says it inside. */
  reason?: string | undefined
  sealAnswer: (data: unknown) => Promise<unknown>
}

export type EnvelopeKeys = {
  /** The private key of a published key, or `null`. */
  find: (kid: string) => Promise<CryptoKey | null>
  /** `false` when a request with this id was served before. */
  claim: (jti: string, ttlSeconds: number) => Promise<boolean>
  /** The time for judging the age of a request: the same on every server. */
  now: () => Promise<Date>
}

type Policy = 'off' | 'accept' | 'required'

/** Encrypted requests and answers as standard JWE (requirement P14). */
export function makeEnvelopes(policy: Policy, keys: EnvelopeKeys): Envelopes {
  return {
    open: async (endpoint, request) => {
      const plain = asObject(endpoint.method === 'GET' ? request.query : request.body)
      const params = asObject(request.params)
      if (endpoint.method === 'GET') {
        const responseKey = request.headers[RESPONSE_KEY_HEADER]
        const sealAnswer =
          typeof responseKey === 'string' && policy !== 'off' ? await sealFor(readResponseKey(responseKey)) : asIs
        return { body: { ...plain, ...params }, sealAnswer }
      }
      if (!('encryptedData' in plain)) {
        if (policy === 'required' && endpoint.access !== 'application') throw new AppError('encryption_required')
        return { body: { ...plain, ...params }, sealAnswer: asIs }
      }
      if (policy === 'off') throw new AppError('envelope_invalid')
      const { body, reason, responseKey } = await decrypt(keys, request, plain).catch((cause: unknown) => {
        throw unlessFault(new AppError('envelope_invalid', { cause }))(cause)
      })
      return { body: { ...body, ...params }, reason, sealAnswer: await sealFor(responseKey) }
    },
  }
}

const asIs = async (data: unknown) => data

/** Anything but a JSON object counts as an empty one: the schema then reports the missing fields. */
function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

async function decrypt(keys: EnvelopeKeys, { method, url }: FastifyRequest, sent: Record<string, unknown>) {
  const { encryptedData, ...rest } = sent
  if (typeof encryptedData !== 'string' || Object.keys(rest).length > 0) throw new Error('fields beside encryptedData')
  const { compactDecrypt } = await import('jose')
  const { plaintext } = await compactDecrypt(
    encryptedData,
    async ({ kid, typ, zip }) => {
      const key = typ === JWE_TYPE && zip === undefined && typeof kid === 'string' ? await keys.find(kid) : null
      if (key === null) throw new Error('unknown key or type')
      return key
    },
    { keyManagementAlgorithms: [ALGORITHM], contentEncryptionAlgorithms: [ENCRYPTION] },
  )
  const claims = asObject(JSON.parse(decoder.decode(plaintext)))
  const { v, iat, jti, htm, htu, rk, body, reason } = claims
  if (v !== 1 || htm !== method || htu !== url.split('?')[0]) throw new Error('made for another call')
  const seconds = (await keys.now()).getTime() / 1000
  if (typeof iat !== 'number' || Math.abs(seconds - iat) > MAX_AGE_SECONDS) throw new Error('too old')
  if (typeof jti !== 'string' || jti.length > 64) throw new Error('no id')
  if (reason !== undefined && typeof reason !== 'string') throw new Error('no reason')
  const responseKey = publicKey(rk)
  if (!(await keys.claim(jti, 2 * MAX_AGE_SECONDS))) throw new Error('served before')
  return { body: asObject(body), reason, responseKey }
}

/** Reads the header of a GET: the caller's public key as base64url JSON. */
function readResponseKey(header: string): JWK {
  try {
    return publicKey(JSON.parse(Buffer.from(header, 'base64url').toString('utf8')))
  } catch (cause) {
    throw new AppError('envelope_invalid', { cause })
  }
}

/** Copies only the four members of a P-256 public key. */
function publicKey(value: unknown): JWK {
  const { kty, crv, x, y } = asObject(value)
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string')
    throw new Error('not a P-256 key')
  return { kty, crv, x, y }
}

/**
 * Imports the key before the call is served: a key that is no point of the curve must refuse the call, not only its
 * answer.
 */
async function sealFor(responseKey: JWK) {
  const { CompactEncrypt, importJWK } = await import('jose')
  const key = await importJWK(responseKey, ALGORITHM).catch((cause: unknown) => {
    throw new AppError('envelope_invalid', { cause })
  })
  return async (data: unknown) =>
    new CompactEncrypt(encoder.encode(JSON.stringify(data)))
      .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION, typ: JWE_TYPE })
      .encrypt(key)
}
