import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type {
  AuthenticationResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '@gatehouse/contract/factors/webauthn.ts'

type Algorithm = 'ES256' | 'RS256'

/** What a test may change about a ceremony. */
type Changes = {
  origin?: string
  rpId?: string
  challenge?: string
  /** `webauthn.create` or `webauthn.get`. */
  type?: string
  /** Whether the person was verified by PIN, finger or face. */
  isVerified?: boolean
  /** Whether the person was there at all. */
  isPresent?: boolean
  counter?: number
  /** Of a synced passkey: whether a copy is kept elsewhere by now. */
  isBackedUp?: boolean
  clientData?: Record<string, unknown>
  userHandle?: string
  /** Changes the signature. */
  isForged?: boolean
  /** The statement of a manufacturer, as CBOR; and its format. */
  statement?: Buffer
  format?: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const MAY_BE_BACKED_UP = 0x08
const IS_BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40

/** An authenticator in software: it makes real keys and signs what a real one signs (WebAuthn level 3 §6). */
export function anAuthenticator({ algorithm = 'ES256' as Algorithm, counts = true, isSynced = false } = {}) {
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const { publicKey, privateKey } = makeKeys(algorithm)
  let counter = 0
  let userHandle = ''

  const flagsOf = ({ isVerified = true, isPresent = true, isBackedUp = true }: Changes) =>
    (isPresent ? USER_PRESENT : 0) |
    (isVerified ? USER_VERIFIED : 0) |
    (isSynced ? MAY_BE_BACKED_UP : 0) |
    (isSynced && isBackedUp ? IS_BACKED_UP : 0)
  const dataOf = (rpId: string, flags: number, count: number, rest = Buffer.alloc(0)) => {
    const numbers = Buffer.alloc(5)
    numbers.writeUInt8(flags, 0)
    numbers.writeUInt32BE(count, 1)
    return Buffer.concat([sha256(rpId), numbers, rest])
  }

  return {
    id,
    /** The same passkey in two places, each with its own count. */
    setCounter: (value: number) => {
      counter = value
    },
    create: ({ rp, user, challenge }: CreationOptions, changes: Changes = {}): RegistrationResponse => {
      userHandle = user.id
      const clientData = clientDataOf('webauthn.create', challenge, changes)
      const credential = Buffer.concat([Buffer.alloc(16), uint16(credentialId.length), credentialId, coseOf(publicKey)])
      const data = dataOf(changes.rpId ?? rp.id, flagsOf(changes) | HAS_CREDENTIAL, counter, credential)
      const attestation = cborMap([
        [cborText('fmt'), cborText(changes.format ?? 'none')],
        [cborText('attStmt'), changes.statement ?? cborMap([])],
        [cborText('authData'), cborBytes(data)],
      ])
      return {
        ...{ id, rawId: id, type: 'public-key' as const },
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal', 'hybrid'],
        },
      }
    },
    get: ({ rpId, challenge }: RequestOptions, changes: Changes = {}): AuthenticationResponse => {
      counter = changes.counter ?? (counts ? counter + 1 : 0)
      const clientData = clientDataOf('webauthn.get', challenge, changes)
      const data = dataOf(changes.rpId ?? rpId, flagsOf(changes), counter)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      if (changes.isForged) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1
      return {
        ...{ id, rawId: id, type: 'public-key' as const },
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: changes.userHandle ?? userHandle,
        },
      }
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const clientDataOf = (type: string, challenge: string, changes: Changes) =>
  Buffer.from(
    JSON.stringify({
      type: changes.type ?? type,
      challenge: changes.challenge ?? challenge,
      origin: changes.origin ?? 'http://localhost:3000',
      crossOrigin: false,
      ...changes.clientData,
    }),
  )

const makeKeys = (algorithm: Algorithm) =>
  algorithm === 'ES256'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A public key as COSE writes it (RFC 9053 §2.1, RFC 8230 §4). */
function coseOf(publicKey: KeyObject): Buffer {
  const { kty, x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => cborBytes(Buffer.from(text, 'base64url'))
  const entries: [number, Buffer][] =
    kty === 'EC'
      ? [
          [1, cborInteger(2)],
          [3, cborInteger(-7)],
          [-1, cborInteger(1)],
          [-2, bytes(x)],
          [-3, bytes(y)],
        ]
      : [
          [1, cborInteger(3)],
          [3, cborInteger(-257)],
          [-1, bytes(n)],
          [-2, bytes(e)],
        ]
  return cborMap(entries.map(([label, value]) => [cborInteger(label), value]))
}

// The little of CBOR that an authenticator writes (RFC 8949 §3).
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)])
}
const uint16 = (value: number) => Buffer.from([value >> 8, value & 0xff])
const cborInteger = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
export const cborText = (text: string) => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)])
export const cborBytes = (data: Buffer) => Buffer.concat([head(2, data.length), data])
export const cborArray = (items: Buffer[]) => Buffer.concat([head(4, items.length), ...items])
export const cborMap = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])
