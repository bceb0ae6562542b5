import { type Client, type ClientMetadata, errors, Provider } from 'oidc-provider'
import { applicationSecretHash } from '../access/application-secret.ts'
import { noteSecretUse } from '../access/note-secret-use.ts'
import { equalBytes, newSecret } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { readIdentityToken } from './identity-token.ts'
import { successorOf } from './refresh-again.ts'
import { isRegistered } from './registered-address.ts'

type Needs = Pick<Deps, 'db' | 'keys' | 'config' | 'signingKeys'>

/** Our behaviour of clients, tokens and sessions, where the library expects changes in its classes. */
export function adaptClients(provider: Provider, deps: Needs) {
  const { db, keys } = deps
  Object.assign(provider.Client.prototype, {
    /** Secrets are stored as digests, so the presented secret is digested, too. */
    async compareClientSecret(this: ClientMetadata & { clientId: string; clientSecret: string }, presented: string) {
      const digest = applicationSecretHash(keys.applicationSecret, this.clientId, presented)
      const isRight = this.clientSecret.split(' ').some((stored) => equalBytes(Buffer.from(stored, 'hex'), digest))
      if (isRight) await noteSecretUse(db, this.clientId, digest)
      return isRight
    },
    redirectUriAllowed(this: Client, address: string) {
      return isRegistered(address, this.redirectUris ?? [], this.applicationType === 'native')
    },
    /** Always: both kinds of logout name the session by `sid`. */
    includeSid: () => true,
  })
  Object.assign(provider.IdToken, {
    /** Reads `id_token_hint`. The library would know the published keys only, and the present algorithm of the client. */
    async validate(token: string, { clientId }: Client) {
      const payload = await readIdentityToken(deps, token).catch((cause: unknown) => {
        throw new errors.TemporarilyUnavailable('the database is unavailable', { cause })
      })
      if (payload === 'unknown') throw new errors.LoginRequired('the key of id_token_hint does not exist any more')
      if (payload?.aud !== clientId) throw new errors.InvalidRequest('could not validate id_token_hint')
      return { payload }
    },
  })
  Object.assign(provider.RefreshToken.prototype, {
    /** Random for the first one; each later one is derived from its predecessor (ADR 0029). */
    generateTokenId: () => {
      const { grant_type, refresh_token } = Provider.ctx?.oidc.params ?? {}
      return grant_type === 'refresh_token' ? successorOf(keys.refreshToken, String(refresh_token)) : newSecret()
    },
  })
  Object.assign(provider.Session.prototype, {
    /** One session has one `sid` for all applications. */
    ensureClientContainer(this: { uid: string; sidFor: (id: string, sid?: string) => unknown }, applicationId: string) {
      this.sidFor(applicationId, this.uid)
    },
    /** Only the portal may renew the secret of a session. */
    resetIdentifier: () => undefined,
  })
}
