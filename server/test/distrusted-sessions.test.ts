import * as drafts from '@gatehouse/contract/admin/approvals/drafts.ts'
import { datePublishing } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { invite, listInvitations, resendInvitations } from '@gatehouse/contract/admin/people/invitations.ts'
import { approveRecovery, listRecoveries, startRecovery } from '@gatehouse/contract/admin/people/recoveries.ts'
import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import { startReview } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { acceptInvitation, readInvitation } from '@gatehouse/contract/invitations.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { recoverAccount } from '@gatehouse/contract/recoveries.ts'
import { DestroySession, endOtherSessions } from '@gatehouse/contract/session.ts'
import { changePassword } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { publishDue } from '../src/admin/approvals/publish-dates/publish-due.ts'
import { sendDueLinks } from '../src/admin/people/recoveries/send-due-links.ts'
import { keepReviewDates } from '../src/admin/reviews/review-dates.ts'
import { prune } from '../src/db/prune.ts'
import { aWiderDraft, inOrder } from './approval-drafts.ts'
import { aMatrix } from './approvals.ts'
import { anAddress, aPerson, openSessionFor, PASSWORD } from './builders.ts'
import { someoneWith, useAdministrator } from './console.ts'
import { useTestServer, type Visitor } from './server.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const NEW_PASSWORD = 'Osprey#Canyon77*Drum'
const EVERYTHING = Object.keys(PERMISSIONS) as Permission[]
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

type Someone = Awaited<ReturnType<typeof someoneWith>>

async function elsewhere({ person }: Someone) {
  const visitor = server.visitor({ ip: anAddress() })
  await openSessionFor(server, visitor, person.id)
  return visitor
}

/** The ways in which somebody says that another person may have used a session. */
const DISTRUSTS: [what: string, distrust: (owner: Someone) => Promise<{ status: number }>][] = [
  ['its owner has ended all other sessions', async (owner) => (await elsewhere(owner)).call(endOtherSessions)],
  ['an administrator has ended it', (owner) => admin.call(endUserSessions, { userId: owner.person.id })],
  [
    'it has signed out, and the owner has changed the password',
    async (owner) => {
      await owner.visitor.call(DestroySession)
      const own = await elsewhere(owner)
      return own.call(changePassword, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD })
    },
  ],
  [
    'an administrator has set a password',
    ({ person: { email } }) =>
      admin.call(resetUserPassword, { email, newPassword: NEW_PASSWORD, removesFactors: false }),
  ],
]

let count = 0
const linkTo = async (email: string) =>
  /\/invitation\/([0-9a-f-]{36})/.exec((await server.inbox(email))[0]?.text ?? '')?.[1] ?? 'no link'
const accept = (uuid: string) =>
  server
    .visitor({ ip: anAddress() })
    .call(acceptInvitation, { firstName: 'Nila', lastName: 'Menon', password: PASSWORD, uuid })
const listed = async (email: string) =>
  (await admin.call(listInvitations, { state: 'open', search: email } as never)).data.rows[0]

/** An invitation that was sent in a session. */
async function anInvitation() {
  const sender = await someoneWith(server, ['users:read', 'users:write'])
  const email = `distrusted${++count}@example.com`
  expect(await sender.visitor.call(invite, { emails: [email] })).toMatchObject({ status: 200 })
  return { sender, email, uuid: await linkTo(email) }
}

/** A draft with a date that was set in a session. */
async function aDate() {
  const editor = await someoneWith(server, ['approvals:read', 'approvals:write', 'pages:write'])
  const { draftId, counts, seen } = await aWiderDraft(server, editor.visitor, await inOrder(server))
  const asked = { draftId, ...(await seen()), reason: 'The board', publishAt: TOMORROW }
  expect(await editor.visitor.call(datePublishing, asked)).toMatchObject({ status: 200 })
  const come = async () => {
    await server.db.execute(sql`
      update approval_publish_dates set publish_at = now() - interval '1 second' where draft_id = ${draftId}`)
    await publishDue(server)
  }
  return { editor, draftId, counts, come }
}

/** The recovery of an administrator, which a second one has approved. */
async function anApprovedRecovery() {
  const [starter, approver] = [await someoneWith(server, EVERYTHING), await someoneWith(server, EVERYTHING)]
  const { id: userId } = (await someoneWith(server, ['clients:read'])).person
  const newEmail = `elsewhere${++count}@example.com`
  const asked = { userId, newEmail, reason: 'Phone and mailbox are lost' }
  expect(await starter.visitor.call(startRecovery, asked)).toMatchObject({ status: 200 })
  const [{ _id: recoveryId } = { _id: '' }] = (await admin.call(listRecoveries, { userId })).data.recoveries
  expect(await approver.visitor.call(approveRecovery, { userId, recoveryId })).toMatchObject({ status: 200 })
  const wait = async () => {
    await server.db.execute(sql`
      update account_recoveries set ready_at = now() - interval '1 second' where user_id = ${userId}`)
    await sendDueLinks(server)
  }
  const use = async () => {
    const [mail] = await server.inbox(newEmail)
    const uuid = /\/recover\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '018f0000-0000-4000-8000-000000000000'
    const visitor = server.visitor({ ip: anAddress() })
    const { status } = await visitor.call(recoverAccount, { uuid, newPassword: NEW_PASSWORD })
    return { isSent: mail !== undefined, status }
  }
  return { starter, approver, wait, use }
}

describe.each(DISTRUSTS)('of a session, once %s,', (_, distrust) => {
  test('no invitation is accepted until somebody sends it again', async () => {
    const { sender, email, uuid } = await anInvitation()
    expect(await distrust(sender)).toMatchObject({ status: 200 })
    const reader = server.visitor({ ip: anAddress() })
    expect((await reader.call(readInvitation, { uuid })).data).toMatchObject({ isUsable: false })
    expect(await accept(uuid)).toMatchObject({ status: 400 })
    const row = await listed(email)
    expect(row).toMatchObject({ isSenderActive: false })
    await admin.call(resendInvitations, { ids: [String(row?._id)] })
    expect(await accept(await linkTo(email))).toMatchObject({ status: 200 })
  })

  test('no draft is published at its date', async () => {
    const { editor, draftId, counts, come } = await aDate()
    expect(await distrust(editor)).toMatchObject({ status: 200 })
    const { data } = await admin.call(drafts.readApprovalDraft, { draftId })
    expect(data.date).toMatchObject({ refusal: 'session', refusedAt: null })
    await come()
    expect(await counts()).toBe('deny')
    const after = await admin.call(drafts.readApprovalDraft, { draftId })
    expect(after.data.date).toMatchObject({ refusal: 'session', refusedAt: expect.any(String) })
  })

  test('no recovery sends its link', async () => {
    const helper = await someoneWith(server, ['users:read', 'users:write'])
    const { id: userId } = await aPerson(server)
    const newEmail = `elsewhere${++count}@example.com`
    const asked = { userId, newEmail, reason: 'Phone and mailbox are lost' }
    expect(await helper.visitor.call(startRecovery, asked)).toMatchObject({ status: 200 })
    expect(await distrust(helper)).toMatchObject({ status: 200 })
    await server.db.execute(sql`
      update account_recoveries set ready_at = now() - interval '1 second' where user_id = ${userId}`)
    await sendDueLinks(server)
    expect(await server.inbox(newEmail)).toEqual([])
    const { recoveries } = (await admin.call(listRecoveries, { userId })).data
    expect(recoveries.map(({ state }) => state)).toEqual(['cancelled'])
  })

  test.each(['before its link is sent', 'when its link is used'])(
    'no recovery that was approved in it gives the account away: %s',
    async (when) => {
      const { approver, wait, use } = await anApprovedRecovery()
      if (when === 'when its link is used') await wait()
      expect(await distrust(approver)).toMatchObject({ status: 200 })
      await wait()
      expect(await use()).toEqual({ isSent: when === 'when its link is used', status: 400 })
    },
  )
})

describe('what was begun in a session goes on after', () => {
  test.each<[string, (visitor: Visitor, owner: Someone) => Promise<unknown>]>([
    ['it has signed out', (visitor) => visitor.call(DestroySession)],
    [
      'a new password in that session',
      (visitor) => visitor.call(changePassword, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    ],
    [
      'it was over for more than 30 days when the password was changed',
      async (visitor, { person }) => {
        await visitor.call(DestroySession)
        await server.db.execute(sql`
          update sessions set ended_at = now() - interval '31 days' where user_id = ${person.id}`)
        return server.db.execute(sql`update users set password_changed_at = now() where id = ${person.id}`)
      },
    ],
  ])('%s', async (_, leave) => {
    const { sender, uuid } = await anInvitation()
    await leave(sender.visitor, sender)
    expect(await accept(uuid)).toMatchObject({ status: 200 })
    const { editor, counts, come } = await aDate()
    await leave(editor.visitor, editor)
    await come()
    expect(await counts()).toBe('allow')
  })
})

/** The session was distrusted 40 days ago. */
async function distrustLongAgo({ person }: Someone) {
  await admin.call(endUserSessions, { userId: person.id })
  await server.db.execute(sql`
    update sessions set ended_at = now() - interval '40 days', expires_at = now() - interval '40 days'
    where user_id = ${person.id}`)
  await prune(server.db, async () => undefined)
}

describe('that a session was distrusted is known for as long as', () => {
  test('a date of it waits', async () => {
    const { editor, counts, come } = await aDate()
    await distrustLongAgo(editor)
    await come()
    expect(await counts()).toBe('deny')
  })

  test.each(['starter', 'approver'] as const)('a recovery waits of which it was that of the %s', async (who) => {
    const { wait, use, ...people } = await anApprovedRecovery()
    await distrustLongAgo(people[who])
    await wait()
    expect(await use()).toEqual({ isSent: false, status: 400 })
  })

  test('a review of it runs', async () => {
    const matrix = await aMatrix(server)
    await matrix.row('Manager', { range: [0, 500_000] })
    const { id: holder } = await matrix.person('Manager')
    const owner = await someoneWith(server, ['reviews:read', 'reviews:write', 'users:write'])
    const { id: reviewer } = await aPerson(server)
    const dueOn = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10)
    const { data: review } = await owner.visitor.call(startReview, {
      ...{ name: 'Managers', reviewerRule: 'people', reviewerIds: [reviewer], dueOn, silence: 'revoke' },
      scope: { applicationId: matrix.application.id },
    } as never)
    await distrustLongAgo(owner)
    await server.db.execute(sql`update access_reviews set due_on = current_date - 60 where id = ${review._id}`)
    await keepReviewDates(server)
    const { rows } = await server.db.execute(sql`
      select l.outcome, exists (select from assignments s where s.user_id = ${holder}) as "isAssigned"
      from access_review_lines l where l.review_id = ${review._id}`)
    expect(rows).toEqual([{ outcome: 'failed', isAssigned: true }])
  })
})
