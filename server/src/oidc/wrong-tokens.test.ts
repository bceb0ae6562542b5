import { decide } from '@gatehouse/contract/approvals.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { describe, expect, test } from 'vitest'
import { aMatrix } from '../../test/approvals.ts'
import { anAddress, launch, signIn } from '../../test/builders.ts'
import {
  authorize,
  basic,
  browse,
  getTokens,
  introspect,
  type Reply,
  redeemCode,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'

// No kind of secret is accepted as another kind, in any spelling.

const server = useListening()

/** A secret of each kind, all for one person and one application. */
async function everyKind() {
  const someone = await someoneWithOidc(server, { oauth_grants: ['authorization_code', 'refresh_token'] })
  const { visitor, person, application } = someone
  const program = server.visitor({ web: false, ip: anAddress() })
  const { AutherisationToken } = await signIn(server, program, person.email)
  const tokens = await getTokens(server, visitor, application)
  const begun = await authorize(server, visitor, application)
  const matrix = await aMatrix(server, 'Claims', someone)
  await matrix.row('User')
  const question = matrix.question({ person: person.id, receipt: true })
  const { authorization } = application
  const { receipt } = (await server.visitor({ web: false }).call(decide, question, { authorization })).data
  const asked = await authorize(server, visitor, application, { prompt: 'login' })
  const kinds: Record<string, string> = {
    'session cookie': visitor.cookies['__Host-eai_sid'] as string,
    'device cookie': visitor.cookies['__Host-eai_dev'] as string,
    'bearer token': AutherisationToken,
    'anti-forgery token': (await visitor.call(getSession)).data.session?.csrfToken as string,
    'launch token': (await launch(someone)).data.oAuthToken,
    code: begun.reply.params.code as string,
    'spent code': tokens.code,
    'access token': tokens.access_token,
    'refresh token': tokens.refresh_token,
    'identity token': tokens.id_token,
    'waiting request': (asked.reply.params.returnTo as string).split('/').at(-1) as string,
    'application secret': application.secret,
    'approval receipt': receipt as string,
    'session id': JSON.parse(Buffer.from(tokens.id_token.split('.')[1], 'base64url').toString()).sid,
  }
  return { ...someone, verifier: begun.verifier, kinds }
}

type Everything = Awaited<ReturnType<typeof everyKind>>
type Use = { name: string; takes: string[]; open: (all: Everything, secret: string) => Promise<boolean> }

const isOk = ({ status }: { status: number }) => status === 200
const token = ({ application }: Everything, form: Record<string, string>) =>
  send(server, '/oauth2/token', { headers: basic(application), form })

const USES: Use[] = [
  {
    name: 'a call, as a bearer token',
    takes: ['bearer token'],
    open: async (_all, secret) =>
      isOk(await server.visitor({ web: false }).call(listTiles, {}, { authorization: `Bearer ${secret}` })),
  },
  {
    name: 'a call, as a cookie',
    takes: ['session cookie'],
    open: async (_all, secret) => {
      const browser = server.visitor()
      browser.cookies['__Host-eai_sid'] = secret
      return isOk(await browser.call(listTiles))
    },
  },
  {
    name: 'an authorization request, as a cookie',
    takes: ['session cookie'],
    open: async ({ application }, secret) => {
      const browser = server.visitor()
      browser.cookies['__Host-eai_sid'] = secret
      return (await authorize(server, browser, application)).reply.params.code !== undefined
    },
  },
  { name: 'userinfo', takes: ['access token'], open: async (_all, secret) => isOk(await userinfo(server, secret)) },
  {
    name: 'userinfo, by form',
    takes: ['access token'],
    open: async (_all, secret) => isOk(await send(server, '/oauth2/userinfo', { form: { access_token: secret } })),
  },
  {
    name: 'introspection',
    takes: ['access token'],
    open: async ({ application }, secret) => (await introspect(server, application, secret)).json().active,
  },
  {
    name: 'a refresh',
    takes: ['refresh token'],
    open: async (all, secret) => isOk(await token(all, { grant_type: 'refresh_token', refresh_token: secret })),
  },
  {
    name: 'a redemption of a launch',
    takes: ['launch token'],
    open: async ({ application }, secret) =>
      isOk(
        await server.app
          .inject({
            method: 'POST',
            url: '/api/auth/oauth2/redeem',
            headers: { host: 'localhost:3000', ...basic(application) },
            payload: { token: secret },
          })
          .then(({ statusCode }) => ({ status: statusCode })),
      ),
  },
  {
    name: 'a logout, as the identity token hint',
    takes: ['identity token'],
    open: async (_all, secret) => (await send(server, `/oauth2/logout?id_token_hint=${secret}`)).status === 303,
  },
  {
    name: 'a return to a waiting request',
    takes: [],
    open: async (_all, secret) =>
      (await browse(server, server.visitor(), `/oauth2/authorize/${secret}`)).params.code !== undefined,
  },
  {
    name: 'the proof of an application',
    takes: ['application secret'],
    open: async ({ application }, secret) => isOk(await introspect(server, { ...application, secret }, 'x')),
  },
  {
    // Last: reusing a spent code revokes everything that was issued for it.
    name: 'a redemption of a code',
    takes: ['code'],
    open: async ({ application, verifier }, secret) => isOk(await redeemCode(server, application, secret, verifier)),
  },
]

test('every secret works only for its own uses (T021)', async () => {
  const opened: string[] = []
  for (const { name, takes, open } of USES) {
    const all = await everyKind()
    // The right kind comes last, because using it may spend it.
    const kinds = Object.entries(all.kinds).sort(
      ([one], [other]) => Number(takes.includes(one)) - Number(takes.includes(other)),
    )
    for (const [kind, secret] of kinds) {
      if (name === 'a redemption of a code' && kind === 'spent code') continue
      if (await open(all, secret)) opened.push(`${kind}: ${name}`)
    }
  }
  expect(opened.sort()).toEqual(USES.flatMap(({ name, takes }) => takes.map((kind) => `${kind}: ${name}`)).sort())
})

describe('an access token', () => {
  const header = (reply: Reply) => [reply.status, reply.json(), reply.headers['www-authenticate']]

  test.each<[form: string, write: (token: string) => string]>([
    ['cut', (secret) => `Bearer ${secret.slice(0, -1)}`],
    ['padded', (secret) => `Bearer ${secret}=`],
    ['in capitals', (secret) => `Bearer ${secret.toUpperCase()}`],
    ['doubled', (secret) => `Bearer Bearer ${secret}`],
    ['twice', (secret) => `Bearer ${secret}, Bearer ${secret}`],
    ['behind another scheme', (secret) => `Basic ${secret}`],
    ['bare', (secret) => secret],
    ['empty', () => 'Bearer '],
    ['of a NUL', () => 'Bearer %00'],
    ['huge', () => `Bearer ${'x'.repeat(8000)}`],
    ['as an unsigned JWT', () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
    ['as SQL', () => `Bearer '||1--`],
  ])('%s is refused', async (_form, write) => {
    const { visitor, application } = await someoneWithOidc(server)
    const { access_token } = await getTokens(server, visitor, application)
    for (const path of ['/oauth2/userinfo', '/oauth2/access']) {
      const reply = await send(server, path, { headers: { authorization: write(access_token) } })
      expect([400, 401]).toContain(reply.status)
      expect(Object.keys(reply.json())).not.toContain('sub')
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer /)
    }
  })

  test('always gets the same answer when it is wrong, expired or revoked', async () => {
    const { visitor, application, person } = await someoneWithOidc(server)
    const [over, revoked] = [
      await getTokens(server, visitor, application),
      await getTokens(server, visitor, application),
    ]
    await server.db.pool.query(
      "update oidc_artifacts set expires_at = now() - interval '1 second' where id_hash = sha256($1::bytea)",
      [over.access_token],
    )
    const before = header(await userinfo(server, over.access_token))
    expect(before[0]).toBe(401)
    await send(server, '/oauth2/revoke', { headers: basic(application), form: { token: revoked.access_token } })
    expect(header(await userinfo(server, revoked.access_token))).toEqual(before)
    expect(header(await userinfo(server, 'A'.repeat(43)))).toEqual(before)
    await server.db.pool.query('update users set is_active = false where id = $1', [person.id])
    expect(header(await userinfo(server, revoked.access_token))).toEqual(before)
  })
})
