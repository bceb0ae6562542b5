import { Secret, TOTP } from 'otpauth'

/** What an authenticator app with this secret shows at a moment. */
export const codeAt = (secret: string, timestamp: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
