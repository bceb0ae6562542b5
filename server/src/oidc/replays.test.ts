import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { auditOf } from '../../test/console.ts'
import {
  anApi,
  authorize,
  basic,
  getTokens,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'
import { endReplayed } from './sign-in-notes.ts'

const server = useListening()

const WITH_REFRESH = { oauth_grants: ['authorization_code', 'refresh_token'] }
type Someone = Awaited<ReturnType<typeof someoneWithOidc>>

/** The form of a token request, which may be sent any number of times. */
const forms: Record<string, (someone: Someone) => Promise<Record<string, string>>> = {
  AuthorizationCode: async ({ visitor, application }) => {
    const { reply, verifier } = await authorize(server, visitor, application)
    const { redirectUrl: redirect_uri } = application
    return {
      grant_type: 'authorization_code',
      code: reply.params.code as string,
      code_verifier: verifier,
      redirect_uri,
    }
  },
  RefreshToken: async ({ visitor, application }) => {
    const { refresh_token } = await getTokens(server, visitor, application)
    return { grant_type: 'refresh_token', refresh_token }
  },
}

/** With the secret in the header one statement answers; with the secret in the form, the library. */
const cases = Object.keys(forms).flatMap((model) => [
  { model, place: 'header' },
  { model, place: 'form' },
])

async function begin(someone: Someone, { model, place }: (typeof cases)[number]) {
  const { id: client_id, secret: client_secret } = someone.application
  const form = await (forms[model] as (typeof forms)[string])(someone)
  const proof =
    place === 'header' ? { headers: basic(someone.application), form } : { form: { ...form, client_id, client_secret } }
  return () => send(server, '/oauth2/token', proof)
}

const replaysAt = async ({ application }: Someone) =>
  (await auditOf(server, application.id)).filter(({ event }) => event === 'oidc.replayed')

/** Moves the first use half a minute into the past. */
const later = ({ application }: Someone) =>
  server.db.execute(sql`
    update oidc_artifacts set consumed_at = consumed_at - interval '31 seconds' where application_id = ${application.id}`)

describe.each(cases)('$model, with the secret in the $place:', (used) => {
  const { model } = used
  test('a single use is not a replay', async () => {
    const someone = await someoneWithOidc(server, WITH_REFRESH)
    const use = await begin(someone, used)
    expect((await use()).status).toBe(200)
    expect(await replaysAt(someone)).toEqual([])
  })

  test('a later use is a replay, and its audit line names the person', async () => {
    const someone = await someoneWithOidc(server, WITH_REFRESH)
    const use = await begin(someone, used)
    expect((await use()).status).toBe(200)
    await later(someone)
    expect([(await use()).status, (await use()).status]).toEqual([400, 400])
    expect(await replaysAt(someone)).toMatchObject([{ actorId: someone.person.id, detail: { model } }])
  })
})

describe.each(cases.filter(({ model }) => model === 'RefreshToken'))(
  '$model, with the secret in the $place:',
  (used) => {
    const renewWith = (someone: Someone, refresh_token: string) =>
      send(server, '/oauth2/token', {
        headers: basic(someone.application),
        form: { grant_type: 'refresh_token', refresh_token },
      })

    test('a second use at once gives the same successor, and the tokens of both answers work', async () => {
      const someone = await someoneWithOidc(server, WITH_REFRESH)
      const use = await begin(someone, used)
      const [first, again] = [(await use()).json(), (await use()).json()]
      expect(again.refresh_token).toBe(first.refresh_token)
      expect(again.access_token).not.toBe(first.access_token)
      for (const { access_token } of [first, again]) expect((await userinfo(server, access_token)).status).toBe(200)
      expect((await renewWith(someone, first.refresh_token)).status).toBe(200)
      expect(await replaysAt(someone)).toEqual([])
    })

    test('many uses at once give the same successor', async () => {
      const someone = await someoneWithOidc(server, WITH_REFRESH)
      const use = await begin(someone, used)
      const answers = (await Promise.all(Array.from({ length: 10 }, use))).map((answer) => answer.json())
      expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1)
      expect(answers[0].refresh_token).toEqual(expect.any(String))
      expect((await renewWith(someone, answers[0].refresh_token)).status).toBe(200)
    })

    test('a use after its successor was used revokes the grant', async () => {
      const someone = await someoneWithOidc(server, WITH_REFRESH)
      const use = await begin(someone, used)
      const { refresh_token } = (await use()).json()
      const next = (await renewWith(someone, refresh_token)).json()
      expect((await use()).json().error).toBe('invalid_grant')
      expect((await userinfo(server, next.access_token)).status).toBe(401)
      expect(await replaysAt(someone)).toHaveLength(1)
    })
  },
)

describe.each(cases.filter(({ model }) => model === 'AuthorizationCode'))(
  '$model, with the secret in the $place:',
  (used) => {
    const { model } = used
    test('many uses at once leave one audit line', async () => {
      const someone = await someoneWithOidc(server, WITH_REFRESH)
      const use = await begin(someone, used)
      const answers = await Promise.all(Array.from({ length: 10 }, use))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await replaysAt(someone)).toMatchObject([{ actorId: someone.person.id, detail: { model } }])
    })
  },
)

test('a use that began before another one ended the grant leaves no second audit line', async () => {
  const someone = await someoneWithOidc(server, WITH_REFRESH)
  await getTokens(server, someone.visitor, someone.application)
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from oidc_grants where user_id = ${someone.person.id}`,
  )
  const grantId = rows[0]?.id as string
  await server.db.transaction(async (tx) => {
    // From here on, `now()` is this moment.
    await tx.execute(sql`select now()`)
    await endReplayed(server.db, grantId, 'AuthorizationCode')
    await endReplayed(tx, grantId, 'AuthorizationCode')
  })
  expect(await replaysAt(someone)).toHaveLength(1)
})

test('a code is not used up by a request for a resource that it was not given for', async () => {
  const someone = await someoneWithOidc(server)
  const { visitor, application } = someone
  const { resource } = await anApi(server)
  const { reply, verifier } = await authorize(server, visitor, application)
  const redeem = (more = '') => {
    const { redirectUrl: redirect_uri } = application
    const asked = { grant_type: 'authorization_code', code: reply.params.code as string, code_verifier: verifier }
    const form = `${new URLSearchParams({ ...asked, redirect_uri })}${more}`
    return send(server, '/oauth2/token', { headers: basic(application), form })
  }
  const named = `&resource=${encodeURIComponent(resource)}`
  for (const more of ['&resource=https://nobody.example.com', named, named + named])
    expect((await redeem(more)).json().error).toBe('invalid_target')
  expect((await redeem()).status).toBe(200)
  expect(await replaysAt(someone)).toEqual([])
})

test('revoking a refresh token is not a replay', async () => {
  const someone = await someoneWithOidc(server, WITH_REFRESH)
  const { visitor, application } = someone
  const { refresh_token } = await getTokens(server, visitor, application)
  const headers = basic(application)
  expect((await send(server, '/oauth2/revoke', { headers, form: { token: refresh_token } })).status).toBe(200)
  const form = { grant_type: 'refresh_token', refresh_token }
  expect((await send(server, '/oauth2/token', { headers, form })).status).toBe(400)
  expect(await replaysAt(someone)).toEqual([])
})

test.each(cases)(
  '$model, with the secret in the $place: presented by another application, it is refused',
  async (used) => {
    const [someone, other] = [await someoneWithOidc(server, WITH_REFRESH), await someoneWithOidc(server, WITH_REFRESH)]
    const form = await (forms[used.model] as (typeof forms)[string])(someone)
    const by = ({ application: { id: client_id, secret: client_secret } }: Someone) =>
      used.place === 'header'
        ? send(server, '/oauth2/token', { headers: basic({ id: client_id, secret: client_secret }), form })
        : send(server, '/oauth2/token', { form: { ...form, client_id, client_secret } })
    const answers = [await by(other), await by(someone)]
    expect(answers.map((reply) => [reply.status, reply.json().error])).toEqual([
      [400, 'invalid_grant'],
      [400, 'invalid_grant'],
    ])
    expect(await replaysAt(someone)).toHaveLength(1)
  },
)
