/** Loaded when the first code is checked or secret made. */
const library = () => import('otpauth')

/** What every authenticator app knows (RFC 6238); others can ask for more, and some ignore it. */
const PERIOD_SECONDS = 30
const FORM = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const
/** Codes of one step before and after are accepted too: clocks differ, and typing takes time. */
const STEPS_AROUND = 1
/** As long as the hash, as RFC 4226 §4 recommends. */
const SECRET_BYTES = 20

/** A new secret, in Base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await library()
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The address of a secret that apps scan. */
export async function totpUri(secret: string, issuer: string, label: string): Promise<string> {
  const { TOTP } = await library()
  return new TOTP({ ...FORM, secret, issuer: withoutColon(issuer), label }).toString()
}

/** @returns the number of the half minute whose code this is; `null` when it is none of those around now */
export async function stepOf(secret: string, code: string, seconds: number): Promise<number | null> {
  const { TOTP } = await library()
  const timestamp = seconds * 1000
  const totp = new TOTP({ ...FORM, secret })
  const difference = totp.validate({ token: code, timestamp, window: STEPS_AROUND })
  return difference === null ? null : totp.counter({ timestamp }) + difference
}

/** A colon separates issuer and account in the address. */
const withoutColon = (text: string) => text.replaceAll(':', ' ')
