/** The application's id and secret as HTTP Basic, both form-encoded first (RFC 6749 §2.3.1); the token endpoint takes it too. */
export function basicCredentials(id: string, secret: string): string {
  return `Basic ${Buffer.from([id, secret].map(encodeURIComponent).join(':')).toString('base64')}`
}
