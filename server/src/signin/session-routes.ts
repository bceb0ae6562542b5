import { getEncryptionKeys, getSession } from '@gatehouse/contract/session.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import type { EncryptionKeys } from '../http/encryption-keys.ts'
import { route } from '../http/route.ts'
import { csrfToken } from '../sessions/authenticate.ts'

/** What the web app asks first: who is signed in, and how this deployment is set up. */
export function serveSession(app: FastifyInstance, { config, keys }: Deps, encryptionKeys: EncryptionKeys) {
  const isEncrypting = config.encryption !== 'off'

  route(app, getSession, async ({ person }) => {
    const who = await person()
    const [newest] = isEncrypting ? await encryptionKeys.published() : []
    const session = who && {
      user: who.user,
      role: who.role,
      permissions: [...who.permissions],
      csrfToken: csrfToken(keys.csrf, who.sessionId),
      lastSignInAt: who.lastSignInAt?.toISOString() ?? null,
    }
    const { brand, passwordPolicy, passwordClipboard, vendorRegistrationUrl } = config
    const inbox = config.mode === 'development' && config.smtpUrl === null
    return {
      session,
      encryptionKey: newest ?? null,
      settings: { brand, passwordPolicy, passwordClipboard, vendorRegistrationUrl, inbox },
    }
  })

  route(app, getEncryptionKeys, async () => ({ keys: isEncrypting ? await encryptionKeys.published() : [] }))
}
