import type { AuthenticationResponse, RegistrationResponse } from '@gatehouse/contract/factors/webauthn.ts'
import { type Portal, relyingPartyOf } from './relying-party.ts'

/** ES256 and RS256 (RFC 9053, RFC 8812): every authenticator has one of them. */
export const ALGORITHMS = [-7, -257]

export type NewPasskey = {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  deviceType: 'singleDevice' | 'multiDevice'
  backedUp: boolean
}

/** What a right signature says. */
export type PasskeyUse = Pick<NewPasskey, 'counter' | 'deviceType' | 'backedUp'>

/** The library brings 27 MB of memory: it is loaded by the first passkey that is made or used. */
const library = () => import('@simplewebauthn/server')

/** The challenge that a browser says it was given; empty when it says none. */
export function challengeOf({ response }: Pick<AuthenticationResponse, 'response'> | RegistrationResponse): string {
  return readClientData(response.clientDataJSON)?.challenge ?? ''
}

/** @returns `null` when anything about it is wrong */
export async function verifyCreation(
  portal: Portal,
  challenge: string,
  credential: RegistrationResponse,
): Promise<NewPasskey | null> {
  const { id, origin } = relyingPartyOf(portal)
  if (isInFrame(credential.response.clientDataJSON) || !(await isWithoutCertificates(credential))) return null
  const { verifyRegistrationResponse } = await library()
  const { transports = [] } = credential.response
  const { registrationInfo } = await verifyRegistrationResponse({
    // The library declares the known transports only, and does not judge them.
    response: { ...credential, response: { ...credential.response, transports: [] }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(refused)
  if (registrationInfo === undefined) return null
  const { credential: made, credentialDeviceType: deviceType, credentialBackedUp: backedUp } = registrationInfo
  // The browser names the id beside what the authenticator has signed: only the latter counts.
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    ...{ transports, deviceType, backedUp },
  }
}

/** @returns `null` when anything about it is wrong. The counter is not judged here */
export async function verifyUse(
  portal: Portal,
  challenge: string,
  credential: AuthenticationResponse,
  publicKey: Buffer,
): Promise<PasskeyUse | null> {
  const { id, origin } = relyingPartyOf(portal)
  if (isInFrame(credential.response.clientDataJSON)) return null
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...response } = credential.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...credential, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    // The library would judge the counter before the signature: then anyone could claim a copied passkey.
    credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch(refused)
  if (!verified || authenticationInfo === undefined) return null
  const { newCounter: counter, credentialDeviceType: deviceType, credentialBackedUp: backedUp } = authenticationInfo
  return { counter, deviceType, backedUp }
}

/** The library throws for whatever does not fit. */
const refused = () => ({ verified: false, registrationInfo: undefined, authenticationInfo: undefined })

/**
 * Certificates of a manufacturer are not asked for. They are refused, because the library would fetch lists of revoked
 * ones from the addresses that they contain.
 */
async function isWithoutCertificates({ response }: RegistrationResponse): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
    const format: string = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

type ClientData = { challenge?: string; crossOrigin?: unknown; topOrigin?: unknown }

function readClientData(clientDataJSON: string): ClientData | null {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    const { challenge, crossOrigin, topOrigin } = (parsed ?? {}) as Record<string, unknown>
    return { ...(typeof challenge === 'string' && { challenge }), crossOrigin, topOrigin }
  } catch {
    return null
  }
}

/** Our pages are never framed, so a signature made in a frame of another site was not asked for by us. */
function isInFrame(clientDataJSON: string): boolean {
  const data = readClientData(clientDataJSON)
  return data === null || Boolean(data.crossOrigin) || data.topOrigin !== undefined
}
