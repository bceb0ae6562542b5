import { Readable } from 'node:stream'
import { endActing } from '@gatehouse/contract/acting.ts'
import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import { CSRF_HEADER } from '@gatehouse/contract/envelope.ts'
import { listTiles, setFavourite } from '@gatehouse/contract/launch.ts'
import { changeOwnName } from '@gatehouse/contract/own-profile.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { uploadProfileImage } from '@gatehouse/contract/uploads.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { someoneWithAccess } from '../../../../test/builders.ts'
import { auditOf, someoneWith } from '../../../../test/console.ts'
import { drawn, MULTIPART_TYPE, multipart, proofOf, send } from '../../../../test/pictures.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer({ config: { mode: 'production' } })

/** Somebody acts for a person with an application, and may change things. */
async function acting() {
  const someone = await someoneWithAccess(server)
  const actor = await someoneWith(server, ['users:read', 'users:act', 'users:act-change'])
  const asked = { userId: someone.person.id, reason: 'You asked for help', mayChange: true }
  expect(await actor.visitor.call(startActing, asked)).toMatchObject({ status: 200 })
  const token = { [CSRF_HEADER]: (await actor.visitor.call(getSession)).data.session?.csrfToken ?? '' }
  return { someone, actor, token }
}

const throttledFor = async (userId: string) =>
  (await auditOf(server, userId)).filter(({ event }) => event === 'access.throttled')

test('favourites that are marked while acting have the limit of preferences, and their own favourites have none', async () => {
  const { someone, actor, token } = await acting()
  const favourite = (isFavourite: boolean) => ({ applicationId: someone.application.id, isFavourite })
  for (let marked = 0; marked < 100; marked++)
    expect((await actor.visitor.call(setFavourite, favourite(marked % 2 === 0), token)).status).toBe(200)
  expect(await actor.visitor.call(setFavourite, favourite(true), token)).toMatchObject({ status: 429 })
  expect((await someone.visitor.call(listTiles)).data).toMatchObject([{ isFavourite: false }])
  expect(await throttledFor(someone.person.id)).toMatchObject([
    { actorId: actor.person.id, detail: { limit: 'preference-changes' } },
  ])
  expect(await someone.visitor.call(setFavourite, favourite(true))).toMatchObject({ status: 200 })
})

test('a limit that is reached while acting names the administrator, and one that the person reaches does not', async () => {
  const { someone, actor, token } = await acting()
  const name = (change: number) => ({ firstName: `Aisha${String.fromCharCode(97 + change)}`, lastName: 'Khan' })
  for (let change = 0; change < 20; change++)
    expect((await actor.visitor.call(changeOwnName, name(change), token)).status).toBe(200)
  const line = { detail: { limit: 'name-changes' } }
  expect(await actor.visitor.call(changeOwnName, name(20), token)).toMatchObject({ status: 429 })
  expect(await throttledFor(someone.person.id)).toMatchObject([{ ...line, actorId: actor.person.id }])
  expect(await someone.visitor.call(changeOwnName, name(20))).toMatchObject({ status: 429 })
  expect(await throttledFor(someone.person.id)).toMatchObject([
    { actorId: actor.person.id },
    { ...line, actorId: null },
  ])
})

test('a picture that is set while acting was made by the administrator', async () => {
  const { actor } = await acting()
  const { status, msg } = await send(server, actor.visitor, uploadProfileImage, await drawn().png().toBuffer())
  expect(status).toBe(200)
  const { rows } = await server.db.execute(sql`
    select created_by as by from uploads where id = ${/([0-9a-f]{32})\.png$/.exec(msg)?.[1] ?? ''}`)
  expect(rows).toEqual([{ by: actor.person.id }])
})

test('a picture that has arrived when the acting is over is not stored', async () => {
  const { someone, actor, token } = await acting()
  const picture = await drawn().png().toBuffer()
  const form = multipart([{ name: uploadProfileImage.field, content: picture, filename: 'logo.png' }])
  const { rows: before } = await server.db.execute(sql`select count(*)::int as pictures from uploads`)
  // The body is read once the call is allowed; the acting ends before the rest comes.
  async function* inTwo() {
    yield form.subarray(0, 200)
    expect(await actor.visitor.call(endActing, {}, token)).toMatchObject({ status: 200 })
    yield form.subarray(200)
  }
  const answer = await server.app.inject({
    ...{ method: 'POST', url: uploadProfileImage.path, payload: Readable.from(inTwo()) },
    headers: { ...(await proofOf(actor.visitor)), ...token, 'content-type': MULTIPART_TYPE },
  })
  expect(answer.statusCode).toBe(403)
  expect((await someone.visitor.call(getSession)).data.session?.user.profileImage).toBe('')
  expect((await server.db.execute(sql`select count(*)::int as pictures from uploads`)).rows).toEqual(before)
  expect((await auditOf(server, someone.person.id)).at(-1)).toMatchObject({ event: 'users.acting-ended' })
})
