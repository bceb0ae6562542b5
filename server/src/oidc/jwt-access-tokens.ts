import { type Client, Provider, type ResourceServerInstance } from 'oidc-provider'
import { newId } from '../crypto/ids.ts'
import type { Db } from '../db/database.ts'
import { SECONDS } from './lifetimes.ts'
import { signJwt } from './sign-jwt.ts'
import type { SigningKey } from './signing-keys.ts'

/** What the library knows of a token that it is about to store. */
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

/** Where it came of, as far as a person was there. */
type SignIn = { authTime?: number; acr?: string; amr?: string[] } | undefined

type Needs = { db: Db; issuer: string; keys: SigningKey[]; subjectOf: (client: Client, userId: string) => string }

/** How long a token works, by its form: who checks a signature learns nothing of its end. */
export function secondsOf({ resourceServer }: Pick<Token, 'resourceServer'>, client: Client | undefined) {
  if (resourceServer !== undefined) return resourceServer.accessTokenTTL ?? SECONDS.token
  return client?.access_token_format === 'jwt' ? SECONDS.jwt : SECONDS.token
}

/**
 * Access tokens that say in themselves what they are (RFC 9068), for applications that chose it. They are stored like all
 * others, under the digest of the whole token: whoever asks here is told as ever whether it still stands.
 */
export function giveJwtAccessTokens(provider: Provider, needs: Needs) {
  for (const model of [provider.AccessToken, provider.ClientCredentials]) {
    const save = model.prototype.save as (this: Token) => Promise<string>
    Object.assign(model.prototype, {
      async save(this: Token) {
        const form = formOf(this)
        // How it is stored: the library says so where it makes the id itself.
        if (form !== null) Object.assign(this, { jti: await sign(this, form, needs), format: 'opaque' })
        return save.call(this)
      },
    })
  }
}

/** For whom it is and how it is signed, or `null`: it says nothing. */
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
    ...{ scope, auth_time: authTime, acr, amr },
  }
  return signJwt(key, JSON.stringify(claims), 'at+jwt')
}
