import { type Client, Provider, type ResourceServerInstance } from 'oidc-provider'
import { SECONDS } from '../access/lifetimes.ts'
import { newId } from '../crypto/ids.ts'
import type { Db } from '../db/database.ts'
import { signJwt } from '../keyring/sign-jwt.ts'
import type { SigningKey } from '../keyring/signing-keys.ts'
import { actorOf } from './account.ts'

/** The library's data of a token that is about to be stored. */
type Token = {
  jti?: string | undefined
  iat?: number
  exp?: number
  accountId?: string
  scope?: string | undefined
  client: Client
  resourceServer?: ResourceServerInstance | undefined
  expiration: number
}

/** The sign-in behind a token, when it is for a person. */
type SignIn = { authTime?: number; acr?: string; amr?: string[] } | undefined

type Needs = { db: Db; issuer: string; keys: SigningKey[]; subjectOf: (client: Client, userId: string) => string }

/** The lifetime of a token, by its form: a server that only checks a JWT's signature does not see its revocation. */
export function secondsOf({ resourceServer }: Pick<Token, 'resourceServer'>, client: Client | undefined) {
  if (resourceServer !== undefined) return resourceServer.accessTokenTTL ?? SECONDS.token
  return client?.access_token_format === 'jwt' ? SECONDS.jwt : SECONDS.token
}

/**
 * Access tokens as JWTs (RFC 9068), for applications that have chosen them. They are stored like all others, under the
 * digest of the whole token, so that introspection still shows whether they are valid.
 */
export function issueJwtAccessTokens(provider: Provider, needs: Needs) {
  for (const model of [provider.AccessToken, provider.ClientCredentials]) {
    const save = model.prototype.save as (this: Token) => Promise<string>
    Object.assign(model.prototype, {
      async save(this: Token) {
        const form = formOf(this)
        // `format` is how the token is stored: 'opaque' lets us choose the id.
        if (form !== null) Object.assign(this, { jti: await sign(this, form, needs), format: 'opaque' })
        return save.call(this)
      },
    })
  }
}

/** The audience and the algorithm of a JWT, or `null` for an opaque token. */
function formOf({ resourceServer, client }: Token): { aud: string; alg: string } | null {
  if (resourceServer !== undefined) {
    const alg = resourceServer.jwt?.sign && 'alg' in resourceServer.jwt.sign ? resourceServer.jwt.sign.alg : undefined
    return alg === undefined ? null : { aud: resourceServer.identifier(), alg }
  }
  return client.access_token_format === 'jwt'
    ? { aud: String(client.default_resource), alg: String(client.idTokenSignedResponseAlg) }
    : null
}

async function sign(token: Token, { aud, alg }: { aud: string; alg: string }, { db, issuer, keys, subjectOf }: Needs) {
  const key = keys.find((one) => one.alg === alg)
  if (key === undefined) throw new Error('there is no key to sign with')
  const { AuthorizationCode, RefreshToken } = Provider.ctx?.oidc.entities ?? {}
  const { authTime, acr, amr }: NonNullable<SignIn> = (AuthorizationCode ?? RefreshToken ?? {}) as object
  const { client, accountId, scope, expiration } = token
  const { actor } = actorOf(accountId === undefined ? undefined : Provider.ctx?.oidc.account)
  token.iat = Math.floor((await db.now()).getTime() / 1000)
  token.exp = token.iat + expiration
  const claims = {
    iss: issuer,
    aud,
    sub: accountId === undefined ? client.clientId : subjectOf(client, accountId),
    client_id: client.clientId,
    iat: token.iat,
    exp: token.exp,
    jti: newId(),
    ...{ scope, auth_time: authTime, acr, amr, ...actor },
  }
  return signJwt(key, JSON.stringify(claims), 'at+jwt')
}
