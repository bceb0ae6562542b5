import * as z from 'zod/mini'

/**
 * What a browser sends and gets in the ceremonies of WebAuthn, in the JSON form of its level 3 (§5.1.8 to §5.1.10).
 * Fields that the server does not judge are left out.
 */
const base64url = (maxLength: number) =>
  z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[A-Za-z0-9_-]+$/))

/** A credential id has at most 1023 bytes (§4). */
const CREDENTIAL_ID_MAX_LENGTH = 1364

const credential = {
  id: base64url(CREDENTIAL_ID_MAX_LENGTH),
  rawId: base64url(CREDENTIAL_ID_MAX_LENGTH),
  type: z.literal('public-key'),
}

/** How a browser reaches an authenticator, such as `internal` or `usb`; unknown ones are kept. */
const transports = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))

/** The answer of `navigator.credentials.create()`. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8192),
    attestationObject: base64url(65_536),
    transports: z.optional(transports),
  }),
})
export type RegistrationResponse = z.output<typeof registrationResponse>

/** The answer of `navigator.credentials.get()`. */
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    /** Empty or missing: the authenticator kept none. */
    userHandle: z.optional(z.nullable(z.string().check(z.maxLength(128)))),
  }),
})
export type AuthenticationResponse = z.output<typeof authenticationResponse>

const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports })

/** The options of `navigator.credentials.create()`. */
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.output<typeof creationOptions>

/** The options of `navigator.credentials.get()`. */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  /** Empty: any passkey of this portal. */
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.output<typeof requestOptions>
