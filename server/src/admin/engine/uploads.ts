import { randomBytes } from 'node:crypto'
import {
  removeProfileImage,
  type Upload,
  uploadApplicationLogo,
  uploadLogoImage,
  uploadProfileImage,
  uploadUserPicture,
} from '@gatehouse/contract/uploads.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { countAttempt } from '../../counting/count-attempt.ts'
import type { Db, Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { type UploadCall, upload } from '../../http/upload.ts'
import { actingDetail, type Caller, ownLimit, signedInAs } from '../../identity/actor.ts'
import { requireRunningActing } from '../../sessions/acting.ts'
import { limitVisitors } from '../../sessions/limit-visitors.ts'
import { auditBy } from './changes.ts'
import { byOf } from './resource.ts'
import type { By } from './store.ts'

const PATH = /^\/uploads\/([0-9a-f]{32})\.png$/

/** Pictures for clients, applications and people (requirement P18). `app` reads files. */
export function serveUploads(app: FastifyInstance, deps: Deps) {
  const { db } = deps

  for (const picture of [uploadLogoImage, uploadApplicationLogo, uploadUserPicture])
    upload(app, picture, async (call) => insertPicture(db, call.actor, await receive(deps, picture, call)))

  upload(app, uploadProfileImage, async (call) => {
    const picture = await receive(deps, uploadProfileImage, call)
    return db.transaction(async (tx) => {
      const path = await insertPicture(tx, call.actor, picture)
      await setProfileImage(tx, byOf(call.actor, call.request), path)
      return path
    })
  })
}

/** The pictures themselves, and what one does to one's own without a file. */
export function servePictures(app: FastifyInstance, { db }: Deps) {
  route(app, removeProfileImage, async ({ actor, request }) => {
    await db.transaction((tx) => setProfileImage(tx, byOf(actor, request), ''))
    return {}
  })

  app.get('/uploads/:file', async (request, reply) => {
    // As it was sent: any other spelling of the address is another address.
    const id = PATH.exec(request.url)?.[1]
    if (id === undefined) return reply.callNotFound()
    await limitVisitors({ db }, app.edge.limit, request)
    const { rows } = await db.execute<Stored>(sql`select content from uploads where id = ${id}`)
    const [picture] = rows
    if (picture === undefined) return reply.callNotFound()
    return reply.headers(PICTURE_HEADERS).send(picture.content)
  })
}

type Stored = { content: Buffer }

const PICTURE_HEADERS = {
  'content-type': 'image/png',
  'content-security-policy': "sandbox; default-src 'none'",
  'content-disposition': 'inline; filename="logo.png"',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // A path never shows another picture.
  'cache-control': 'public, max-age=31536000, immutable',
}

/**
 * What is no picture or too large is refused before it is counted: trying another file costs nobody the next one.
 *
 * @throws AppError too_many_attempts, picture_invalid, picture_too_large, busy
 */
async function receive(deps: Deps, wanted: Upload, { actor, readFile }: UploadCall): Promise<Buffer> {
  const file = await readFile()
  return deps.pictures.draw(actor.userId, file, wanted, () =>
    countAttempt(
      deps,
      [
        { bucket: 'upload-minute', of: actor.userId },
        { bucket: 'upload-day', of: actor.userId },
      ],
      actor.kind === 'person' ? ownLimit(actor) : {},
    ),
  )
}

async function insertPicture(db: Db | Tx, caller: Caller, picture: Buffer): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await db.execute(sql`insert into uploads (id, content, created_by) values (${id}, ${picture}, ${signerOf(caller)})`)
  return `/uploads/${id}.png`
}

/** The administrator, while one acts for the person. */
const signerOf = (caller: Caller) => (caller.kind === 'person' ? signedInAs(caller) : caller.userId)

/** @throws AppError csrf_failed when the acting in which the picture was sent is over */
async function setProfileImage(tx: Tx, by: By, path: string): Promise<void> {
  const { person } = by
  const { userId } = person
  const isPerson = person.kind === 'person'
  const changedBy = signerOf(person)
  const { rows } = await tx.execute<{ before: string; name: string }>(sql`
    with was as (select id, profile_image from users where id = ${userId} for no key update)
    update users u set profile_image = ${path}, version = version + 1, updated_at = now(), updated_by = ${changedBy}
    from was where u.id = was.id and was.profile_image <> ${path}
    returning was.profile_image as before, ${raw(fullNameIn('u'))} as name`)
  const [changed] = rows
  if (isPerson) await requireRunningActing(tx, person)
  if (changed === undefined) return
  const signer = { person: { userId: changedBy, sessionId: person.sessionId }, ip: by.ip }
  await auditBy(tx, signer, 'users.updated', userId, {
    ...{ name: changed.name, ...(isPerson && actingDetail(person)) },
    changes: [{ field: 'profileImage', before: changed.before, after: path }],
  })
}

/**
 * Makes sure that a picture which a record is to show is one that we have stored.
 *
 * @throws AppError picture_invalid unless `path` is empty or what an upload has answered
 */
export async function requirePicture(tx: Tx, path: string | undefined): Promise<void> {
  if (path === undefined || path === '') return
  const { rows } = await tx.execute(sql`select 1 from uploads where id = ${PATH.exec(path)?.[1] ?? ''} for key share`)
  if (rows.length === 0) throw new AppError('picture_invalid')
}
