/** The portal and our credentials there. */
export type Portal = { url: string; clientId: string; clientSecret: string }

/** The person whom the portal has identified. `sid` is their session at the portal, which a sign-out names. */
export type Person = { name: string; email: string; client: string; role: string; sid: string }

const TIMEOUT_MS = 5_000

/** HTTP Basic, with both parts form-encoded (RFC 6749 section 2.3.1). */
export function basicOf({ clientId, clientSecret }: Portal): string {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':')
  return `Basic ${Buffer.from(credentials).toString('base64')}`
}

/**
 * Exchanges a launch token for its person, server to server. The other fields that the browser sends prove nothing and
 * are ignored.
 */
export async function redeem(portal: Portal, token: string): Promise<Person | 'refused' | 'unreachable'> {
  try {
    const response = await fetch(`${portal.url}/api/auth/oauth2/redeem`, {
      method: 'POST',
      headers: {
        authorization: basicOf(portal),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ token }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status >= 500) return 'unreachable'
    const { data } = (await response.json()) as { data?: Record<string, unknown> }
    return response.ok && data ? toPerson(data) : 'refused'
  } catch {
    return 'unreachable'
  }
}

function toPerson(data: Record<string, unknown>): Person | 'refused' {
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : '')
  if (!text('sub') || !text('sid')) return 'refused'
  return {
    name: `${text('firstName')} ${text('lastName')}`.trim() || text('email'),
    email: text('email'),
    client: text('clientName'),
    role: text('role'),
    sid: text('sid'),
  }
}
