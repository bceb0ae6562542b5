import { applications, renewApplicationSecret } from '@gatehouse/contract/admin/applications/applications.ts'
import { DestroySession } from '@gatehouse/contract/session.ts'
import { describe, expect, test } from 'vitest'
import { useAdministrator } from '../../test/console.ts'
import {
  type Application,
  authorize,
  basic,
  getTokens,
  introspect,
  redeemCode,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'

const server = useListening()
const admin = useAdministrator(server)

/** A person with tokens of an application, and an administrator's console to change the application. */
async function someoneWithTokens(asked: Record<string, string> = {}, settings: Record<string, unknown> = {}) {
  const someone = await someoneWithOidc(server, {
    oauth_grants: ['authorization_code', 'refresh_token'],
    allowed_scopes: ['openid', 'profile', 'email', 'offline_access'],
    ...settings,
  })
  return { ...someone, tokens: await getTokens(server, someone.visitor, someone.application, asked) }
}

async function change({ id, name, redirectUrl }: Application & { name: string }, changes: object) {
  const answer = await admin.call(applications.update, {
    id,
    name: { description: name, applicationLogo: '', applicationType: 'NA' },
    applicationSecret: { applicationLogin: 'NA', applicationLogoutUri: '', GrantTypes: 'NA' },
    applicationAllowedUrl: redirectUrl,
    applicationRedirectUrl: redirectUrl,
    authenticationType: 'NA',
    status: 'ACTIVE',
    ...changes,
  })
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.msg}`)
}

const refresh = (application: Application, token: string) =>
  send(server, '/oauth2/token', {
    headers: basic(application),
    form: { grant_type: 'refresh_token', refresh_token: token },
  })

/** Introspection with the secret in the form, which is answered by the library. */
const introspectByForm = ({ id, secret }: Application, token: string) =>
  send(server, '/oauth2/introspect', { form: { token, client_id: id, client_secret: secret } })

const sorted = (scope: string) => scope.split(' ').sort()

describe('an application that is allowed fewer scopes than before', () => {
  test('gets fewer claims by existing tokens and by their successors', async () => {
    const { application, tokens } = await someoneWithTokens({ scope: 'openid profile email' })
    expect((await userinfo(server, tokens.access_token)).json()).toHaveProperty('name')
    await change(application, { allowedScopes: ['openid', 'email'] })
    const next = (await refresh(application, tokens.refresh_token)).json()
    expect(sorted(next.scope)).toEqual(['email', 'openid'])
    for (const token of [tokens.access_token, next.access_token])
      expect(sorted((await introspect(server, application, token)).json().scope)).toEqual(['email', 'openid'])
    for (const token of [tokens.access_token, next.access_token]) {
      const known = (await userinfo(server, token)).json()
      expect(Object.keys(known).sort()).toEqual(['email', 'email_verified', 'sub'])
      expect((await send(server, '/oauth2/userinfo', { form: { access_token: token } })).json()).toEqual(known)
    }
    await change(application, { tokenAuthMethod: 'client_secret_post' })
    for (const token of [tokens.access_token, next.access_token])
      expect(sorted((await introspectByForm(application, token)).json().scope)).toEqual(['email', 'openid'])
  })

  test.each([true, false])('cannot request single claims either (first-party: %s)', async (is_first_party) => {
    const claims = JSON.stringify({ userinfo: { name: null, email: null } })
    const { application, tokens } = await someoneWithTokens(
      { scope: 'openid profile email', claims },
      { is_first_party },
    )
    await change(application, { allowedScopes: ['openid', 'email'] })
    for (const answer of [
      await userinfo(server, tokens.access_token),
      await send(server, '/oauth2/userinfo', { form: { access_token: tokens.access_token } }),
    ])
      expect(Object.keys(answer.json()).sort()).toEqual(['email', 'email_verified', 'sub'])
  })

  test('loses its offline access when it may no longer have it', async () => {
    const asked = { scope: 'openid offline_access', prompt: 'consent' }
    const { visitor, application, tokens } = await someoneWithTokens(asked)
    const other = await someoneWithTokens(asked)
    for (const one of [visitor, other.visitor]) await one.call(DestroySession)
    await change(application, { allowedScopes: ['openid'] })
    expect((await userinfo(server, tokens.access_token)).status).toBe(401)
    expect((await refresh(application, tokens.refresh_token)).json().error).toBe('invalid_grant')
    expect((await introspect(server, application, tokens.access_token)).json()).toEqual({ active: false })
    // An application that may still have offline access keeps it.
    expect((await refresh(other.application, other.tokens.refresh_token)).status).toBe(200)
  })

  test('keeps its other tokens within the session', async () => {
    const { application, tokens } = await someoneWithTokens({ scope: 'openid offline_access', prompt: 'consent' })
    await change(application, { allowedScopes: ['openid'] })
    const next = await refresh(application, tokens.refresh_token)
    expect([next.status, next.json().scope]).toEqual([200, 'openid'])
  })
})

describe('a code that is not redeemed yet is refused', () => {
  const NO_PROOF = { code_challenge: undefined, code_challenge_method: undefined }
  const begun = async (settings: Record<string, unknown>, asked: Record<string, string | undefined> = {}) => {
    const someone = await someoneWithOidc(server, settings)
    const { reply, verifier } = await authorize(server, someone.visitor, someone.application, asked)
    const shown = 'code_challenge' in asked ? undefined : verifier
    const redeem = () => redeemCode(server, someone.application, reply.params.code as string, shown)
    return { ...someone, redeem }
  }

  test('after its redirect address is removed', async () => {
    const { application, redeem } = await begun({})
    const untouched = await begun({})
    await change(application, { redirectUris: ['https://elsewhere.example.com/cb'] })
    expect((await redeem()).json().error).toBe('invalid_grant')
    expect((await untouched.redeem()).status).toBe(200)
  })

  test('without PKCE, after PKCE became required', async () => {
    const { application, redeem } = await begun({ pkce_required: false }, NO_PROOF)
    const untouched = await begun({ pkce_required: false }, NO_PROOF)
    await change(application, { pkceRequired: true })
    expect((await redeem()).json().error).toBe('invalid_grant')
    expect((await untouched.redeem()).status).toBe(200)
  })
})

describe('a new secret or another authentication method', () => {
  test('ends neither sessions nor tokens, but the old secret is refused', async () => {
    const { visitor, application, tokens } = await someoneWithTokens()
    const { data } = await admin.call(renewApplicationSecret, { applicationId: application.id })
    expect((await userinfo(server, tokens.access_token)).status).toBe(200)
    expect((await refresh(application, tokens.refresh_token)).status).toBe(401)
    const renewed = { ...application, secret: data.secret }
    const next = (await refresh(renewed, tokens.refresh_token)).json()
    expect((await introspect(server, renewed, next.access_token)).json().active).toBe(true)

    await change(application, { tokenAuthMethod: 'client_secret_post' })
    expect((await userinfo(server, next.access_token)).status).toBe(200)
    const byForm = await send(server, '/oauth2/token', {
      form: {
        ...{ grant_type: 'refresh_token', refresh_token: next.refresh_token },
        ...{ client_id: renewed.id, client_secret: renewed.secret },
      },
    })
    expect(byForm.status).toBe(200)
    expect((await authorize(server, visitor, application)).reply.params.code).toBeDefined()
  })
})
