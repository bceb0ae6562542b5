import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { addUserApplicationClinetRole as assign, detachClient } from '@gatehouse/contract/admin/people/users.ts'
import * as calls from '@gatehouse/contract/admin/reviews/reviews.ts'
import { decideReviewLines, listOwnReviewLines, listOwnReviews } from '@gatehouse/contract/reviews.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { createLocalJWKSet, flattenedVerify } from 'jose'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aMatrix } from '../../../test/approvals.ts'
import {
  aClient,
  anAddress,
  anApplication,
  anAssignment,
  aPerson,
  signIn,
  someoneSignedIn,
} from '../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { noticesTo } from '../../../test/messages.ts'
import { send, useListening } from '../../../test/relying-party.ts'
import type { Visitor } from '../../../test/server.ts'
import { keepReviewDates } from './review-dates.ts'

const server = useListening()
const admin = useAdministrator(server)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

type Holder = { id: string; email: string }

/** An application with a role, so many people who have it, and a reviewer without any permission. */
async function aSituation(people = 3) {
  const matrix = await aMatrix(server)
  await matrix.row('Manager', { range: [0, 500_000] })
  const holders = await Promise.all(Array.from({ length: people }, () => matrix.person('Manager')))
  const at = (index: number) => holders[index % people] as Holder
  const reviewer = await someoneSignedIn(server, { firstName: 'Bina' })
  const asked = {
    ...{ name: `Review of ${matrix.application.name}`, reviewerRule: 'people' as const, dueOn: inDays(14) },
    ...{ reviewerIds: [reviewer.person.id], silence: 'keep' as const, scope: { applicationId: matrix.application.id } },
  }
  const begin = async (changes: object = {}, by: Visitor = admin) =>
    by.call(calls.startReview, { ...asked, ...changes })
  const assignments = async () => {
    const { rows } = await server.db.execute<{ userId: string; until: Date | null }>(sql`
      select user_id as "userId", valid_until as until from assignments where application_id = ${matrix.application.id}`)
    return rows
  }
  return { matrix, ...{ one: at(0), two: at(1), three: at(2) }, reviewer, begin, assignments }
}

const linesFor = async (visitor: Visitor, reviewId: string, state: 'waiting' | 'decided' = 'waiting') =>
  (await visitor.call(listOwnReviewLines, { reviewId, state, pageSize: 100 })).data.rows
const lineOf = async (visitor: Visitor, reviewId: string, person: { id: string }) =>
  (await linesFor(visitor, reviewId)).find((line) => line.person._id === person.id)?._id as string
const resultOf = async (reviewId: string) =>
  (await admin.call(calls.listReviewLines, { reviewId, pageSize: 100 })).data.rows
const read = async (reviewId: string) => (await admin.call(calls.readReview, { reviewId })).data
const complete = async (reviewId: string, by: Visitor = admin) => {
  const { total, decided } = await read(reviewId)
  return by.call(calls.completeReview, { reviewId, undecided: total - decided })
}

describe('a review', () => {
  test('gives back a shortened assignment only while it is as the review has left it', async () => {
    const { one: person, reviewer, begin } = await aSituation()
    const { _id: reviewId } = (await begin()).data
    const lineIds = [await lineOf(reviewer.visitor, reviewId, person)]
    const decision = { reviewId, lineIds, decision: 'shorten', lastDay: inDays(30) }
    await reviewer.visitor.call(decideReviewLines, decision as never)
    await complete(reviewId)
    const setEnd = (change: Sql) =>
      server.db.execute(sql`update assignments set valid_until = valid_until ${change} where user_id = ${person.id}`)
    const back = { lineId: lineIds[0] as string, userId: person.id }
    await setEnd(sql`- interval '9 days'`)
    expect((await admin.call(calls.undoReviewLine, back)).status).toBe(409)
    await setEnd(sql`+ interval '9 days'`)
    expect((await admin.call(calls.undoReviewLine, back)).status).toBe(200)
  })

  test('is decided by a chosen person, carried out at its end, undone within a day, and signed', async () => {
    const { matrix, one: kept, two: revoked, three: shortened, reviewer, begin, assignments } = await aSituation()
    await server.db.execute(sql`
      insert into audit_events (id, event, actor_id, subject_id, detail) values (gen_random_uuid(), 'launch.granted', ${kept.id},
        ${matrix.application.id}, jsonb_build_object('clientId', ${matrix.client.id}::text))`)
    // What the role approved until yesterday is no authority.
    await server.db.execute(sql`
      with page as (insert into pages (id, application_id, name) values (gen_random_uuid(), ${matrix.application.id}, 'Archive') returning id)
      insert into document_approvals (id, application_role_id, page_id, last_day)
      select gen_random_uuid(), d.application_role_id, page.id, current_date - 2 from document_approvals d, page
      where d.page_id = ${matrix.pageId} limit 1`)
    const { status, data, msg } = await begin()
    expect({ status, msg, lines: data.lines }).toEqual({ status: 200, msg: 'Review Started', lines: 3 })
    const reviewId = data._id
    expect((await noticesTo(server, reviewer.person.id)).map(({ notice }) => notice)).toEqual(['review-started'])
    const mail = (await server.inbox(reviewer.person.email)).find(({ text }) => text.includes('decide who keeps'))
    expect(mail?.text).toContain(`/dashboard/myReviews?review=${reviewId}`)

    const { visitor } = reviewer
    expect((await visitor.call(getSession)).data.session?.reviews).toBe(true)
    expect((await visitor.call(listOwnReviews)).data).toMatchObject([{ _id: reviewId, total: 3, waiting: 3 }])
    const line = (await linesFor(visitor, reviewId)).find(({ person }) => person._id === kept.id)
    expect(line).toMatchObject({
      ...{ role: 'Manager', flags: [], decision: null },
      evidence: {
        ...{ assignedBy: 'unknown', conflicts: [], lastUsedAt: expect.any(String) },
        authority: { pages: ['Claims'], upTo: 5000 },
      },
    })
    const decide = async (person: { id: string }, decision: object) =>
      visitor.call(decideReviewLines, {
        ...{ reviewId, lineIds: [await lineOf(visitor, reviewId, person)], ...decision },
      } as never)
    expect(await decide(kept, { decision: 'keep' })).toMatchObject({ status: 200, data: { decided: 1, confirm: null } })
    expect(await decide(revoked, { decision: 'revoke', comment: 'Has left the team' })).toMatchObject({ status: 200 })
    expect(await decide(shortened, { decision: 'shorten' })).toMatchObject({ status: 400, msg: 'Choose a date' })
    expect(await decide(shortened, { decision: 'shorten', lastDay: inDays(-2) })).toMatchObject({ status: 400 })
    expect(await decide(shortened, { decision: 'shorten', lastDay: inDays(30) })).toMatchObject({ status: 200 })
    // Others keep the role, until they lose it too.
    const left = async () => (await admin.call(calls.readReview, { reviewId })).data.leftRoles
    expect(await left()).toEqual([])
    await server.db.execute(sql`update users set is_active = false where id in (${kept.id}, ${shortened.id})`)
    expect(await left()).toMatchObject([{ role: 'Manager', client: expect.any(String) }])
    await server.db.execute(sql`update document_approvals set status = 'INACTIVE' where page_id = ${matrix.pageId}`)
    expect(await left()).toEqual([])
    await server.db.execute(sql`update document_approvals set status = 'ACTIVE' where page_id = ${matrix.pageId}`)
    await server.db.execute(sql`update users set is_active = true where id in (${kept.id}, ${shortened.id})`)
    expect(await assignments()).toHaveLength(3)
    expect((await resultOf(reviewId)).map(({ canUndo }) => canUndo)).toEqual([false, false, false])
    expect((await linesFor(visitor, reviewId, 'decided')).map(({ isClosed }) => isClosed)).toEqual([
      false,
      false,
      false,
    ])

    expect(await complete(reviewId)).toMatchObject({ status: 200, msg: 'Review Completed' })
    expect(await read(reviewId)).toMatchObject({
      ...{ state: 'completed', total: 3, decided: 3, counts: { keep: 1, revoke: 1, shorten: 1, failed: 0, hasty: 0 } },
    })
    const remaining = await assignments()
    expect(remaining.map(({ userId }) => userId).toSorted()).toEqual([kept.id, shortened.id].toSorted())
    expect(remaining.find(({ userId }) => userId === shortened.id)?.until).not.toBeNull()
    expect((await noticesTo(server, revoked.id)).map(({ notice }) => notice)).toEqual(['assignment-removed'])
    expect((await auditOf(server, revoked.id)).map(({ event }) => event)).toEqual(
      expect.arrayContaining(['users.application-detached', 'reviews.access-revoked']),
    )
    expect((await auditOf(server, reviewId)).map(({ event }) => event)).toEqual([
      ...['reviews.started', 'reviews.decided', 'reviews.decided', 'reviews.decided', 'reviews.completed'],
      'reviews.carried-out',
    ])
    expect((await visitor.call(getSession)).data.session?.reviews).toBe(false)
    expect(await linesFor(visitor, reviewId)).toEqual([])

    const gone = (await resultOf(reviewId)).find(({ person }) => person._id === revoked.id)
    const back = { lineId: gone?._id as string, userId: revoked.id }
    expect(gone).toMatchObject({ outcome: 'revoked', canUndo: true, decidedBy: 'Bina Rao' })
    expect(await admin.call(calls.undoReviewLine, { ...back, userId: kept.id })).toMatchObject({ status: 404 })
    expect(await admin.call(calls.undoReviewLine, back)).toMatchObject({ status: 200, msg: 'Access Given Back' })
    expect(await admin.call(calls.undoReviewLine, back)).toMatchObject({ status: 404 })
    expect(await assignments()).toHaveLength(3)
    await server.db.execute(sql`
      update access_review_lines set settled_at = now() - interval '25 hours' where user_id = ${shortened.id}`)
    const late = (await resultOf(reviewId)).find(({ person }) => person._id === shortened.id)
    expect(late?.canUndo).toBe(false)
    expect(await admin.call(calls.undoReviewLine, { lineId: late?._id as string, userId: shortened.id })).toMatchObject(
      { status: 404 },
    )

    const { csv, signature } = (await admin.call(calls.readReviewResult, { reviewId })).data
    expect(csv.split('\r\n')).toHaveLength(5)
    expect(csv).toContain('Has left the team')
    const keys = createLocalJWKSet((await (await send(server, '/access/v1/receipts/keys')).json()) as never)
    const [header = '', , sealed = ''] = signature.split('.')
    const verify = (text: string) =>
      flattenedVerify({ protected: header, payload: Buffer.from(text).toString('base64url'), signature: sealed }, keys)
    expect((await verify(csv)).protectedHeader).toMatchObject({ alg: 'ES256', typ: calls.REVIEW_RESULT_TYPE })
    await expect(verify(csv.replace('Has left', 'Has not left'))).rejects.toThrow()
  })

  test('is completed as it was confirmed only, and gives nothing back that was assigned and taken away since', async () => {
    const { one, matrix, begin, reviewer, assignments } = await aSituation(1)
    const { data } = await begin()
    const { _id: reviewId } = data
    const line = { reviewId, lineIds: [await lineOf(reviewer.visitor, reviewId, one)] }
    expect(await reviewer.visitor.call(decideReviewLines, { ...line, decision: 'keep' } as never)).toMatchObject({
      status: 200,
    })
    const seen = await read(reviewId)
    const confirm = ({ revoke, shorten }: typeof seen.counts) =>
      admin.call(calls.completeReview, { reviewId, undecided: 0, revoke, shorten })
    await reviewer.visitor.call(decideReviewLines, { ...line, decision: 'revoke', comment: 'Has left' } as never)
    expect(await confirm(seen.counts)).toMatchObject({
      status: 409,
      msg: 'More has been decided in the meantime. Check it and confirm again.',
    })
    expect(await assignments()).toHaveLength(1)
    expect(await confirm((await read(reviewId)).counts)).toMatchObject({ status: 200 })
    expect(await assignments()).toEqual([])

    const pair = { userId: one.id, applicationId: matrix.application.id, clientId: matrix.client.id }
    expect(await admin.call(assign, { ...pair, role: 'Manager' })).toMatchObject({ status: 200 })
    expect(await admin.call(detachClient, pair)).toMatchObject({ status: 200 })
    const back = { lineId: line.lineIds[0] as string, userId: one.id }
    expect(await admin.call(calls.undoReviewLine, back)).toMatchObject({ status: 409 })
    expect(await assignments()).toEqual([])
  })

  test('lengthens nothing that somebody has shortened since the decision', async () => {
    const { one, begin, reviewer, assignments } = await aSituation(1)
    const { data } = await begin()
    const lineIds = [await lineOf(reviewer.visitor, data._id, one)]
    const decision = { reviewId: data._id, lineIds, decision: 'shorten', lastDay: inDays(200) }
    expect(await reviewer.visitor.call(decideReviewLines, decision as never)).toMatchObject({ status: 200 })
    await server.db.execute(sql`
      update assignments set valid_until = now() + interval '2 days' where user_id = ${one.id}`)
    const before = await assignments()
    expect(await complete(data._id)).toMatchObject({ status: 200 })
    expect(await assignments()).toEqual(before)
    expect(await resultOf(data._id)).toMatchObject([{ outcome: 'changed' }])
  })

  test('shortens nothing to an end before its beginning', async () => {
    const { one, begin, reviewer } = await aSituation(1)
    await server.db.execute(sql`
      update assignments set valid_from = now() + interval '60 days', has_begun = false where user_id = ${one.id}`)
    const { data } = await begin()
    const lineIds = [await lineOf(reviewer.visitor, data._id, one)]
    const decision = { reviewId: data._id, lineIds, decision: 'shorten', lastDay: inDays(30) }
    expect(await reviewer.visitor.call(decideReviewLines, decision as never)).toMatchObject({
      ...{ status: 400, data: { fields: { lastDay: 'The end must be after the beginning' } } },
    })
  })

  test('shortens what breaks a rule of separation of duties, too', async () => {
    const { matrix, one, begin, reviewer, assignments } = await aSituation(1)
    const other = await aClient(server)
    await anAssignment(server, one.id, matrix.application.id, other.id, 'Clerk')
    await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
    const rule = { applicationId: matrix.application.id, name: 'Payments', roles: ['Clerk', 'Manager'] }
    expect(await admin.call(roleConflicts.create, { ...rule, scope: 'application' } as never)).toMatchObject({
      status: 200,
    })
    const { data } = await begin({ scope: { applicationId: matrix.application.id, role: 'Manager' } })
    const lineIds = [await lineOf(reviewer.visitor, data._id, one)]
    const shorter = { reviewId: data._id, lineIds, decision: 'shorten', lastDay: inDays(30) }
    expect(await reviewer.visitor.call(decideReviewLines, shorter as never)).toMatchObject({ status: 200 })
    expect(await complete(data._id)).toMatchObject({ status: 200 })
    expect(await resultOf(data._id)).toMatchObject([{ outcome: 'shortened' }])
    expect((await assignments()).filter(({ until }) => until !== null)).toHaveLength(1)
  })

  test('is no business of others, and nobody decides about their own access', async () => {
    const { one: own, two: other, begin, reviewer } = await aSituation(2)
    const visitor = server.visitor({ ip: anAddress() })
    await signIn(server, visitor, own.email)
    const { data } = await begin({ reviewerIds: [own.id, reviewer.person.id] })
    expect((await linesFor(visitor, data._id)).map(({ person }) => person._id)).toEqual([other.id])
    const ownLine = await lineOf(reviewer.visitor, data._id, own)
    const decided = { reviewId: data._id, lineIds: [ownLine], decision: 'keep' as const }
    expect(await visitor.call(decideReviewLines, decided)).toMatchObject({ status: 404 })
    const stranger = await someoneSignedIn(server)
    expect(await stranger.visitor.call(decideReviewLines, decided)).toMatchObject({ status: 404 })
    expect(await linesFor(stranger.visitor, data._id)).toEqual([])
    expect((await read(data._id)).decided).toBe(0)
  })

  test('needs a reviewer for each line, and whoever starts it decides where nobody else would', async () => {
    const { one: own, begin } = await aSituation(1)
    const { data } = await begin({ reviewerIds: [own.id] })
    expect(await linesFor(admin, data._id)).toHaveLength(1)
    expect(await begin({ reviewerIds: [] })).toMatchObject({ status: 400, msg: 'Choose at least one reviewer' })
    const me = (await admin.call(getSession)).data.session?.user._id as string
    expect(await begin({ reviewerIds: [me], scope: { userId: me } })).toMatchObject({ status: 400 })
    expect(await begin({ dueOn: '2020-01-01' })).toMatchObject({ status: 400 })
  })

  test('by contacts of the client is decided by the person with the address of one who decides about requests', async () => {
    const { matrix, one, begin, reviewer } = await aSituation(1)
    const { email } = reviewer.person
    await anAssignment(server, reviewer.person.id, (await anApplication(server)).id, matrix.client.id)
    await server.db.execute(sql`
      insert into pocs (id, client_id, name, alternate_name, email, alternate_email, contact, alternate_contact)
      values (gen_random_uuid(), ${matrix.client.id}, 'P', 'Q', ${email.toUpperCase()}, 'nobody@example.com', '', '')`)
    // Whoever may change clients could make themselves such a contact; one who decides about requests is chosen by who may give access.
    const before = await begin({ reviewerRule: 'contacts', reviewerIds: [], scope: { userId: one.id } })
    expect(await linesFor(reviewer.visitor, before.data._id)).toEqual([])
    await server.db.execute(sql`update pocs set decides_requests = true where client_id = ${matrix.client.id}`)
    const { data } = await begin({ reviewerRule: 'contacts', reviewerIds: [], scope: { userId: one.id } })
    expect(await linesFor(reviewer.visitor, data._id)).toHaveLength(1)
  })

  test('by the owners of each application goes to them, and to chosen people where no other owner is active', async () => {
    const { matrix, one, two, begin, reviewer } = await aSituation(2)
    const [owned, other] = [matrix, await aSituation(1)]
    const elsewhere = await someoneSignedIn(server, { firstName: 'Ela' })
    await server.db.execute(sql`
      insert into application_owners (application_id, user_id) values (${owned.application.id}, ${one.id}),
        (${owned.application.id}, ${elsewhere.person.id})`)
    const owners = { reviewerRule: 'owners' }
    expect(await begin({ ...owners, reviewerIds: [] })).toMatchObject({ status: 400 })
    const reviewersOf = async (reviewId: string) =>
      (await resultOf(reviewId)).map(({ person, reviewers }) => [person._id, reviewers.length]).toSorted()
    const active = await begin(owners)
    expect(await reviewersOf(active.data._id)).toEqual(
      [
        [one.id, 1],
        [two.id, 2],
      ].toSorted(),
    )
    expect((await noticesTo(server, elsewhere.person.id)).map(({ notice }) => notice)).toEqual(['review-started'])
    expect(await linesFor(reviewer.visitor, active.data._id)).toEqual([])
    expect(await read(active.data._id)).toMatchObject({ reviewerRule: 'owners' })
    await server.db.execute(sql`update users set is_active = false where id = ${elsewhere.person.id}`)
    const inactive = await begin(owners)
    expect((await linesFor(reviewer.visitor, inactive.data._id)).map(({ person }) => person._id)).toEqual([one.id])
    const ownerless = await begin({ ...owners, scope: { applicationId: other.matrix.application.id } })
    expect(await linesFor(reviewer.visitor, ownerless.data._id)).toHaveLength(1)
  })

  test('is read and decided by owners while they are owners and active; then by the chosen people, and by whoever started it', async () => {
    const { matrix, one, begin, reviewer } = await aSituation(1)
    const owner = await someoneSignedIn(server, { firstName: 'Ela' })
    const { id: applicationId } = matrix.application
    const setOwner = (isOwner: boolean) =>
      server.db.execute(
        isOwner
          ? sql`insert into application_owners (application_id, user_id) values (${applicationId}, ${owner.person.id})`
          : sql`delete from application_owners where application_id = ${applicationId}`,
      )
    await setOwner(true)
    const reviewId = (await begin({ reviewerRule: 'owners' })).data._id
    const lineIds = [await lineOf(owner.visitor, reviewId, one)]
    const decide = async (by: Visitor) =>
      (await by.call(decideReviewLines, { reviewId, lineIds, decision: 'keep' })).status
    const reads = async (by: Visitor) => [
      (await linesFor(by, reviewId)).length + (await linesFor(by, reviewId, 'decided')).length,
      (await by.call(listOwnReviews)).data.filter(({ _id }) => _id === reviewId).length,
      (await by.call(getSession)).data.session?.reviews,
    ]
    const named = async () => [
      (await resultOf(reviewId)).map(({ reviewers }) => reviewers),
      (await read(reviewId)).reviewers.map(({ name, waiting }) => `${name} ${waiting}`),
      (await read(reviewId)).counts.unassigned,
    ]
    expect(await reads(owner.visitor)).toEqual([1, 1, true])
    expect(await reads(reviewer.visitor)).toEqual([0, 0, true])
    expect(await decide(reviewer.visitor)).toBe(404)
    expect(await named()).toEqual([[['Ela Rao']], ['Ela Rao 1'], 0])

    await setOwner(false)
    expect(await reads(owner.visitor)).toEqual([0, 0, true])
    expect(await decide(owner.visitor)).toBe(404)
    expect(await reads(reviewer.visitor)).toEqual([1, 1, true])
    expect(await named()).toEqual([[['Bina Rao']], ['Bina Rao 1'], 0])
    // The reminder goes to who decides now.
    await server.db.execute(sql`update access_reviews set due_on = current_date + 1 where id = ${reviewId}`)
    await keepReviewDates(server)
    expect((await noticesTo(server, owner.person.id)).map(({ notice }) => notice)).toEqual(['review-started'])
    expect((await noticesTo(server, reviewer.person.id)).map(({ notice }) => notice)).toEqual(['review-reminder'])

    await server.db.execute(sql`
      update users set suspended_from = now() - interval '1 minute' where id = ${reviewer.person.id}`)
    expect(await linesFor(admin, reviewId)).toHaveLength(1)
    expect(await named()).toEqual([[['Asha Rao']], ['Asha Rao 1'], 0])
    const { userId: starter } = (
      await server.db.execute<{ userId: string }>(sql`
      select owner_id as "userId" from access_reviews where id = ${reviewId}`)
    ).rows[0] as { userId: string }
    await server.db.execute(sql`update access_reviews set owner_id = ${one.id} where id = ${reviewId}`)
    expect(await named()).toEqual([[[]], [], 1])
    await server.db.execute(sql`update access_reviews set owner_id = ${starter} where id = ${reviewId}`)

    // An owner again, and by now with somebody who was chosen later: that one decides in the next review.
    await server.db.execute(sql`update users set suspended_from = null where id = ${reviewer.person.id}`)
    await setOwner(true)
    const later = await someoneSignedIn(server)
    await server.db.execute(
      sql`insert into application_owners (application_id, user_id) values (${applicationId}, ${later.person.id})`,
    )
    expect(await decide(later.visitor)).toBe(404)
    expect(await decide(reviewer.visitor)).toBe(404)
    expect(await decide(owner.visitor)).toBe(200)
    await complete(reviewId)
    // The record names those of the start.
    expect(await named()).toEqual([[['Ela Rao']], ['Ela Rao 0'], 0])
  })

  test('is read and decided by contacts while they are contacts who decide, and then by whoever started it', async () => {
    const { matrix, one, begin, reviewer } = await aSituation(1)
    await anAssignment(server, reviewer.person.id, (await anApplication(server)).id, matrix.client.id)
    await server.db.execute(sql`
      insert into pocs (id, client_id, name, alternate_name, email, alternate_email, contact, alternate_contact, decides_requests)
      values (gen_random_uuid(), ${matrix.client.id}, 'P', 'Q', ${reviewer.person.email}, 'nobody@example.com', '', '', true)`)
    const reviewId = (await begin({ reviewerRule: 'contacts', reviewerIds: [], scope: { userId: one.id } })).data._id
    const lineIds = [await lineOf(reviewer.visitor, reviewId, one)]
    const decide = async (by: Visitor) =>
      (await by.call(decideReviewLines, { reviewId, lineIds, decision: 'keep' })).status
    const changes = [
      sql`update pocs set deleted_at = now() where client_id = ${matrix.client.id}`,
      sql`update pocs set deleted_at = null, email = 'else@example.com' where client_id = ${matrix.client.id}`,
      sql`update pocs set email = ${reviewer.person.email}, decides_requests = false where client_id = ${matrix.client.id}`,
    ]
    for (const change of changes) {
      await server.db.execute(change)
      expect(await linesFor(reviewer.visitor, reviewId)).toEqual([])
      expect(await decide(reviewer.visitor)).toBe(404)
      expect(await linesFor(admin, reviewId)).toHaveLength(1)
    }
    await server.db.execute(sql`update pocs set decides_requests = true where client_id = ${matrix.client.id}`)
    expect(await decide(admin)).toBe(404)
    expect(await decide(reviewer.visitor)).toBe(200)
  })

  test('of two stages falls to whoever started it for one of them alone', async () => {
    const { one, begin, reviewer } = await aSituation(1)
    const second = await someoneSignedIn(server)
    const reviewId = (await begin({ secondReviewerIds: [second.person.id] })).data._id
    const lineIds = [await lineOf(reviewer.visitor, reviewId, one)]
    const decide = async (by: Visitor) =>
      (await by.call(decideReviewLines, { reviewId, lineIds, decision: 'keep' })).status
    await server.db.execute(
      sql`update users set is_active = false where id in (${reviewer.person.id}, ${second.person.id})`,
    )
    expect((await read(reviewId)).counts.unassigned).toBe(0)
    expect(await decide(admin)).toBe(200)
    expect(await linesFor(admin, reviewId)).toEqual([])
    expect((await read(reviewId)).counts.unassigned).toBe(1)
    await server.db.execute(sql`update users set is_active = true where id = ${reviewer.person.id}`)
    expect(await linesFor(admin, reviewId)).toEqual([])
    await server.db.execute(sql`update users set is_active = true where id = ${second.person.id}`)
    await signIn(server, second.visitor, second.person.email)
    expect(await decide(second.visitor)).toBe(200)
  })

  test('asks for a reason to keep what breaks a rule, or is not used, and lists that first', async () => {
    const { matrix, one: first, two: second, begin, reviewer } = await aSituation(2)
    const other = await aMatrix(server, 'Payments', {
      application: matrix.application,
      client: (await aMatrix(server)).client,
    })
    await other.row('Clerk')
    await anAssignment(server, second.id, matrix.application.id, other.client.id, 'Clerk')
    await server.db.execute(sql`
      insert into role_conflicts (id, application_id, name, roles, scope, effect)
      values (gen_random_uuid(), ${matrix.application.id}, 'Maker and checker', array['Manager', 'Clerk'], 'application', 'report')`)
    await server.db.execute(
      sql`update assignments set created_at = now() - interval '100 days' where user_id = ${first.id}`,
    )
    const { data } = await begin({ scope: { applicationId: matrix.application.id, role: 'manager' } })
    const lines = await linesFor(reviewer.visitor, data._id)
    expect(lines.map(({ flags }) => flags).toSorted()).toEqual([['conflict'], ['unused']])
    expect(lines.find(({ person }) => person._id === second.id)?.evidence.conflicts).toEqual(['Maker and checker'])
    const keep = (comment: string) =>
      reviewer.visitor.call(decideReviewLines, {
        ...{ reviewId: data._id, lineIds: lines.map(({ _id }) => _id), decision: 'keep', comment },
      })
    expect(await keep('')).toMatchObject({ status: 400, msg: 'Say why a flagged assignment stays.' })
    expect(await keep('Both are needed until March')).toMatchObject({ status: 200 })
  })

  test('has many decisions within seconds confirmed by their exact number, and marks them', async () => {
    const { begin, reviewer } = await aSituation(22)
    const { data } = await begin()
    const ids = (await linesFor(reviewer.visitor, data._id)).map(({ _id }) => _id)
    const decide = (lineIds: string[], confirmedLines?: number) =>
      reviewer.visitor.call(decideReviewLines, {
        ...{ reviewId: data._id, lineIds, decision: 'keep' as const },
        ...(confirmedLines === undefined ? {} : { confirmedLines }),
      })
    expect((await decide(ids)).data).toEqual({ decided: 0, confirm: 22 })
    expect((await decide(ids, 21)).data).toEqual({ decided: 0, confirm: 22 })
    expect((await decide(ids.slice(0, 20))).data).toEqual({ decided: 20, confirm: null })
    expect((await read(data._id)).counts.hasty).toBe(0)
    expect((await decide(ids.slice(20, 21))).data).toEqual({ decided: 0, confirm: 21 })
    expect((await decide(ids.slice(20, 21), 21)).data).toEqual({ decided: 1, confirm: null })
    expect((await read(data._id)).counts.hasty).toBe(21)
  })

  test('has all lines of a reviewer within seconds confirmed and marked, if there are five or more', async () => {
    const { begin, reviewer } = await aSituation(5)
    const { data } = await begin()
    const ids = (await linesFor(reviewer.visitor, data._id)).map(({ _id }) => _id)
    const decide = async (lineIds: string[], confirmedLines?: number) =>
      (
        await reviewer.visitor.call(decideReviewLines, {
          ...{ reviewId: data._id, lineIds, decision: 'keep' as const },
          ...(confirmedLines === undefined ? {} : { confirmedLines }),
        })
      ).data
    expect(await decide(ids)).toEqual({ decided: 0, confirm: 5 })
    expect(await decide(ids.slice(0, 4))).toEqual({ decided: 4, confirm: null })
    // The last one makes it all of them; half a minute later it is one alone.
    expect(await decide(ids.slice(4))).toEqual({ decided: 0, confirm: 5 })
    const earlier = sql`update access_review_lines set decided_at = decided_at - interval '30 seconds'
      where review_id = ${data._id}`
    await server.db.execute(earlier)
    expect(await decide(ids.slice(4))).toEqual({ decided: 1, confirm: null })
    await server.db.execute(earlier)
    expect(await decide(ids, 5)).toEqual({ decided: 5, confirm: null })
    expect((await read(data._id)).counts.hasty).toBe(5)

    const few = await aSituation(4)
    const { _id: reviewId } = (await few.begin()).data
    const four = (await linesFor(few.reviewer.visitor, reviewId)).map(({ _id }) => _id)
    const answer = await few.reviewer.visitor.call(decideReviewLines, { reviewId, lineIds: four, decision: 'keep' })
    expect(answer.data).toEqual({ decided: 4, confirm: null })
  })

  test('of two stages is decided by the second one, whose reviewers are others', async () => {
    const { begin, reviewer } = await aSituation(2)
    const second = await someoneSignedIn(server)
    const both = { secondReviewerIds: [second.person.id, reviewer.person.id] }
    const { data } = await begin({ ...both, silence: 'revoke' })
    const reviewId = data._id
    const ids = (await linesFor(reviewer.visitor, reviewId)).map(({ _id }) => _id)
    const decide = (by: Visitor, lineIds: string[], decision: 'keep' | 'revoke') =>
      by.call(decideReviewLines, { reviewId, lineIds, decision })
    expect(await decide(second.visitor, ids, 'keep')).toMatchObject({ status: 409 })
    expect(await decide(reviewer.visitor, ids, 'revoke')).toMatchObject({ status: 200 })
    expect((await noticesTo(server, second.person.id)).map(({ notice }) => notice)).toEqual(['review-started'])
    expect(await decide(second.visitor, ids.slice(0, 1), 'keep')).toMatchObject({ status: 200 })
    const decided = { what: 'keep', by: 'Asha Rao', note: '' }
    expect(await decide(reviewer.visitor, ids.slice(0, 1), 'revoke')).toMatchObject({ status: 409, data: { decided } })
    const [overruled] = await linesFor(second.visitor, reviewId, 'decided')
    expect(overruled).toMatchObject({ decision: 'keep', first: { decision: 'revoke', decidedBy: 'Bina Rao' } })
    await complete(reviewId)
    // The second stage was silent about the other one.
    expect((await resultOf(reviewId)).map(({ outcome }) => outcome).toSorted()).toEqual(['kept', 'revoked'])
  })

  test('takes away only what was reviewed: an assignment with another role by now stays', async () => {
    const { matrix, one: changed, two: ended, begin, reviewer, assignments } = await aSituation(2)
    await matrix.row('Clerk')
    const { data } = await begin()
    const lineIds = (await linesFor(reviewer.visitor, data._id)).map(({ _id }) => _id)
    await reviewer.visitor.call(decideReviewLines, { reviewId: data._id, lineIds, decision: 'revoke' })
    const pair = { applicationId: matrix.application.id, clientId: matrix.client.id }
    await admin.call(assign, { userId: changed.id, ...pair, role: 'Clerk' })
    await server.db.execute(sql`delete from assignments where user_id = ${ended.id}`)
    await complete(data._id)
    expect((await resultOf(data._id)).map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
    expect(await assignments()).toHaveLength(1)
  })

  test('is decided with the sign-in that opening the application needs', async () => {
    const { matrix, begin, reviewer } = await aSituation(1)
    const { data } = await begin()
    const lineIds = (await linesFor(reviewer.visitor, data._id)).map(({ _id }) => _id)
    const decide = () =>
      reviewer.visitor.call(decideReviewLines, { reviewId: data._id, lineIds, decision: 'keep', comment: 'Needed' })
    const need = (isNeeded: boolean) =>
      server.db.execute(sql`
        update clients set needs_strong_sign_in = ${isNeeded} where id = ${matrix.client.id}`)
    await need(true)
    expect(await decide()).toMatchObject({ status: 403, data: { needsStrong: true } })
    await need(false)
    expect(await decide()).toMatchObject({ status: 200 })
  })

  test('can be cancelled, and then nothing is decided or taken away', async () => {
    const { begin, reviewer, assignments } = await aSituation(1)
    const { data } = await begin({ silence: 'revoke' })
    const lineIds = (await linesFor(reviewer.visitor, data._id)).map(({ _id }) => _id)
    expect(await admin.call(calls.cancelReview, { reviewId: data._id })).toMatchObject({ status: 200 })
    const decided = { reviewId: data._id, lineIds, decision: 'revoke' as const }
    const tooLate = { status: 409, data: { decided: { what: 'cancelled', by: 'Asha Rao' } } }
    expect(await reviewer.visitor.call(decideReviewLines, decided)).toMatchObject(tooLate)
    // Nor does anybody else learn what became of it.
    const stranger = await someoneSignedIn(server)
    expect(await stranger.visitor.call(decideReviewLines, decided)).toMatchObject({ status: 404 })
    const { _id: reviewId } = data
    expect(await admin.call(calls.completeReview, { reviewId, undecided: 1 })).toMatchObject(tooLate)
    expect(await admin.call(calls.cancelReview, { reviewId })).toMatchObject(tooLate)
    expect(await assignments()).toHaveLength(1)
  })
})

describe('rights', () => {
  test('to start and to complete a review one also needs to be allowed to take access away', async () => {
    const { begin } = await aSituation(1)
    const { visitor } = await someoneWith(server, ['reviews:read', 'reviews:write'])
    expect(await begin({}, visitor)).toMatchObject({ status: 403 })
    const { data } = await begin()
    expect(await complete(data._id, visitor)).toMatchObject({ status: 403 })
    expect((await read(data._id)).state).toBe('running')
  })

  test('each line is judged as in the console: what fails is listed, and somebody else can try it again', async () => {
    const { matrix, begin, reviewer, assignments } = await aSituation(1)
    const strong = await someoneWith(server, ['roles:write'])
    await anAssignment(server, strong.person.id, matrix.application.id, matrix.client.id, 'Manager')
    const { visitor } = await someoneWith(server, ['reviews:read', 'reviews:write', 'users:write'])
    const { data } = await begin({}, visitor)
    const lineIds = (await linesFor(reviewer.visitor, data._id)).map(({ _id }) => _id)
    await reviewer.visitor.call(decideReviewLines, { reviewId: data._id, lineIds, decision: 'revoke' })
    expect(await complete(data._id, visitor)).toMatchObject({ status: 200 })
    expect((await resultOf(data._id)).map(({ outcome }) => outcome).toSorted()).toEqual(['failed', 'revoked'])
    expect((await assignments()).map(({ userId }) => userId)).toEqual([strong.person.id])
    expect(await admin.call(calls.completeReview, { reviewId: data._id, undecided: 0 })).toMatchObject({ status: 200 })
    expect(await assignments()).toEqual([])
    expect((await read(data._id)).counts.failed).toBe(0)
    // Whoever may not give it does not give it back.
    const line = (await resultOf(data._id)).find(({ person }) => person._id === strong.person.id)
    const back = { lineId: line?._id as string, userId: strong.person.id }
    expect(await visitor.call(calls.undoReviewLine, back)).toMatchObject({ status: 403 })
    expect(await admin.call(calls.undoReviewLine, back)).toMatchObject({ status: 200 })
  })
})

test('a review reminds its reviewers, tells its owner when it is overdue, and ends by itself a week later', async () => {
  const { begin, reviewer, assignments } = await aSituation(1)
  const owner = await someoneWith(server, ['reviews:read', 'reviews:write', 'users:write'])
  const { data } = await begin({ silence: 'revoke' }, owner.visitor)
  const reviewId = data._id
  const noticesOf = async (one: { id: string }) => (await noticesTo(server, one.id)).map(({ notice }) => notice)
  const rounds = async (days: number) => {
    await server.db.execute(sql`update access_reviews set due_on = current_date + ${days}::int where id = ${reviewId}`)
    await Promise.all([keepReviewDates(server), keepReviewDates(server)])
  }
  await rounds(10)
  expect(await noticesOf(reviewer.person)).toEqual(['review-started'])
  await rounds(2)
  expect(await noticesOf(reviewer.person)).toEqual(['review-started', 'review-reminder'])
  await rounds(-2)
  expect(await noticesOf(reviewer.person)).toEqual(['review-started', 'review-reminder', 'review-reminder'])
  expect(await noticesOf(owner.person)).toEqual(['review-overdue'])
  expect(await read(reviewId)).toMatchObject({ state: 'running', isOverdue: true })
  expect((await admin.call(calls.listReviews, { overdue: 'true' } as never)).data.rows.map(({ _id }) => _id)).toContain(
    reviewId,
  )
  expect(await assignments()).toHaveLength(1)
  await rounds(-9)
  expect(await read(reviewId)).toMatchObject({ state: 'completed' })
  expect(await assignments()).toEqual([])
  expect(await noticesOf(owner.person)).toEqual(['review-overdue', 'review-completed'])
})

test('the assignments of a review are those to which everything applies that was chosen', async () => {
  const { matrix, one: old, two: ending, three: privileged } = await aSituation(3)
  const role = await someoneWith(server, ['audit:read'])
  await server.db.execute(sql`update users set role_id = ${role.roleId} where id = ${privileged.id}`)
  await server.db.execute(sql`update assignments set created_at = now() - interval '40 days' where user_id = ${old.id}`)
  await server.db.execute(
    sql`update assignments set valid_until = now() + interval '5 days' where user_id = ${ending.id}`,
  )
  const gone = await matrix.person('Manager')
  await server.db.execute(
    sql`update assignments set valid_until = now() - interval '1 minute' where user_id = ${gone.id}`,
  )
  const other = await aPerson(server)
  await anAssignment(server, other.id, matrix.application.id, (await aMatrix(server)).client.id, 'Manager')
  const count = async (scope: object) =>
    (await admin.call(calls.countReviewScope, { scope: { applicationId: matrix.application.id, ...scope } } as never))
      .data.count
  expect(await count({})).toBe(4)
  expect(await count({ clientId: matrix.client.id })).toBe(3)
  expect(await count({ role: 'manager' })).toBe(4)
  expect(await count({ role: 'Clerk' })).toBe(0)
  expect(await count({ isPrivileged: true })).toBe(1)
  expect(await count({ roleId: role.roleId })).toBe(1)
  expect(await count({ unusedDays: 30 })).toBe(1)
  expect(await count({ endsWithinDays: 10 })).toBe(1)
  expect(await count({ userId: other.id })).toBe(1)
})
