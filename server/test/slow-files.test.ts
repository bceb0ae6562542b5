import { Readable } from 'node:stream'
import { importSheet } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { invitationsFile } from '@gatehouse/contract/admin/jobs/invitations-file.ts'
import { importFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { leaversFile } from '@gatehouse/contract/admin/jobs/leavers.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { uploadProfileImage } from '@gatehouse/contract/uploads.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { inOrder } from './approval-drafts.ts'
import { someoneWith } from './console.ts'
import { drawn, MULTIPART_TYPE, multipart, proofOf } from './pictures.ts'
import { useTestServer } from './server.ts'

const server = useTestServer()
const EDITORS: Permission[] = ['users:read', 'users:write', 'approvals:read', 'approvals:write']

type Sender = Awaited<ReturnType<typeof someoneWith>>
type Form = { path: string; field: string; content: string | Buffer }

/** Sends a form of which the second half arrives only after the server has judged its sender, and something has happened. */
async function sendSlowly({ visitor, person }: Sender, form: Form, meanwhile: () => Promise<unknown>) {
  const headers = { ...(await proofOf(visitor)), 'content-type': MULTIPART_TYPE }
  const body = multipart([{ name: form.field, content: form.content, filename: 'a.csv' }])
  // The next look at the session writes when it was last used.
  await server.db.execute(sql`
    update sessions set last_seen_at = now() - interval '2 minutes' where user_id = ${person.id}`)
  const isJudged = async () => {
    const { rowCount } = await server.db.execute(sql`
      select from sessions where user_id = ${person.id} and last_seen_at > now() - interval '1 minute'`)
    return rowCount === 1
  }
  async function* halves() {
    yield body.subarray(0, body.length / 2)
    await expect.poll(isJudged).toBe(true)
    await meanwhile()
    yield body.subarray(body.length / 2)
  }
  const payload = Readable.from(halves())
  return server.app.inject({ method: 'POST', url: form.path, headers, payload })
}

/** All that the forms of this file make. */
async function countMade({ person: { id } }: Sender) {
  const { rows } = await server.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from jobs where created_by = ${id}) as jobs,
      (select count(*)::int from invitations where sent_by = ${id}) as invitations,
      (select count(*)::int from approval_drafts where created_by = ${id}) as drafts,
      (select count(*)::int from uploads where created_by = ${id}) as pictures`)
  return Object.values(rows[0] ?? {}).reduce((sum, count) => sum + count, 0)
}

const FORMS: [what: string, form: () => Promise<Form>][] = [
  [
    'people to import',
    async () => ({
      ...{ path: `${importFile.path}?kind=users`, field: importFile.field },
      content: 'firstName,lastName,email,phoneNumber,userName,status\nA,B,slow@example.org,9812345678,slow,ACTIVE\n',
    }),
  ],
  [
    'leavers',
    async () => ({
      ...{ path: `${leaversFile.path}?lastDay=2031-03-31`, field: leaversFile.field },
      content: 'email\nslow@example.org\n',
    }),
  ],
  [
    'people to invite',
    async () => ({ path: invitationsFile.path, field: invitationsFile.field, content: 'email\nslow@example.org\n' }),
  ],
  [
    'a sheet of approvals',
    async () => {
      const { matrix } = await inOrder(server)
      const { rows } = await server.db.execute<{ version: string }>(sql`
        select version::text as version from approval_matrices where application_id = ${matrix.application.id}`)
      const asked = new URLSearchParams({
        ...{ applicationId: matrix.application.id, clientId: matrix.client.id, pageId: matrix.pageId },
        ...{ name: 'Slow', version: rows[0]?.version ?? '0' },
      })
      const content = 'Role,Action,From,To\nDirector,Final Approval,0,500000\n'
      return { path: `${importSheet.path}?${asked}`, field: importSheet.field, content }
    },
  ],
  ['a picture of oneself', async () => ({ ...uploadProfileImage, content: await drawn(60, 60).png().toBuffer() })],
]

test.each(FORMS)('a file that is still being sent when its session is ended does nothing: %s', async (_, form) => {
  const sender = await someoneWith(server, EDITORS)
  const asked = await form()
  const ended = await sendSlowly(sender, asked, () =>
    server.db.execute(sql`
      update sessions set ended_at = now(), end_reason = 'ended-by-owner' where user_id = ${sender.person.id}`),
  )
  expect(ended.statusCode).toBe(401)
  expect(await countMade(sender)).toBe(0)
})

test.each(FORMS)('one that arrives as slowly in a session that goes on is taken: %s', async (_, form) => {
  const sender = await someoneWith(server, EDITORS)
  const taken = await sendSlowly(sender, await form(), async () => undefined)
  expect(taken.json()).toMatchObject({ code: 200 })
  expect(await countMade(sender)).toBe(1)
})

test('a permission that is taken away meanwhile counts, too', async () => {
  const sender = await someoneWith(server, EDITORS)
  const [, invitations] = FORMS[2] as (typeof FORMS)[number]
  const refused = await sendSlowly(sender, await invitations(), () =>
    server.db.execute(sql`delete from role_permissions where role_id = ${sender.roleId}`),
  )
  expect(refused.statusCode).toBe(403)
  expect(await countMade(sender)).toBe(0)
})
