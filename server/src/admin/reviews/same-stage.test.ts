import { startReview } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { decideReviewLines, listOwnReviewLines } from '@gatehouse/contract/reviews.ts'
import { expect, test } from 'vitest'
import { aMatrix } from '../../../test/approvals.ts'
import { someoneSignedIn } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** Two lines that two reviewers decide about in the same stage. */
async function shared() {
  const matrix = await aMatrix(server)
  await matrix.row('Manager', { range: [0, 500_000] })
  await Promise.all([matrix.person('Manager'), matrix.person('Manager')])
  const [bina, charu] = [
    await someoneSignedIn(server, { firstName: 'Bina' }),
    await someoneSignedIn(server, { firstName: 'Charu' }),
  ]
  const { data } = await admin.call(startReview, {
    ...{ name: 'Shared', reviewerRule: 'people', silence: 'keep', scope: { applicationId: matrix.application.id } },
    ...{ reviewerIds: [bina.person.id, charu.person.id], secondReviewerIds: [] },
    dueOn: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
  } as never)
  const reviewId = data._id
  const linesOf = async ({ visitor }: { visitor: Visitor }, state: 'waiting' | 'decided') =>
    (await visitor.call(listOwnReviewLines, { reviewId, state })).data.rows
  type Lines = Awaited<ReturnType<typeof linesOf>>
  const decide = ({ visitor }: { visitor: Visitor }, lines: Lines, decision: 'keep' | 'revoke') =>
    visitor.call(decideReviewLines, {
      ...{ reviewId, decision, comment: '' },
      lines: lines.map(({ _id, decidedAt }) => ({ _id, decidedAt })),
    })
  return { reviewId, bina, charu, linesOf, decide }
}

test('of two reviewers of one line, the second learns what the first has decided, and changes it only knowingly', async () => {
  const { bina, charu, linesOf, decide } = await shared()
  const seen = await linesOf(charu, 'waiting')
  expect(seen).toHaveLength(2)
  expect(await decide(bina, seen.slice(0, 1), 'revoke')).toMatchObject({ status: 200 })
  const decided = { what: 'revoke', by: 'Bina Rao', note: '' }
  const refused = { status: 409, msg: 'Someone else has changed this in the meantime.', data: { decided } }
  expect(await decide(charu, seen.slice(0, 1), 'keep')).toMatchObject(refused)
  const inCapitals = seen.slice(0, 1).map((line) => ({ ...line, _id: line._id.toUpperCase() }))
  expect(await decide(charu, inCapitals, 'keep')).toMatchObject(refused)
  // Of several, none is decided.
  expect(await decide(charu, seen, 'keep')).toMatchObject(refused)
  expect(await linesOf(charu, 'waiting')).toHaveLength(1)
  const known = await linesOf(charu, 'decided')
  expect(known).toMatchObject([{ decision: 'revoke', decidedBy: 'Bina Rao' }])
  expect(await decide(charu, known, 'keep')).toMatchObject({ status: 200 })
  expect(await decide(bina, known, 'revoke')).toMatchObject({ status: 409, data: { decided: { what: 'keep' } } })
})

test('a page of the former release, which names the lines only, decides about them; without any line nothing is decided', async () => {
  const { reviewId, bina, linesOf } = await shared()
  const [line] = await linesOf(bina, 'waiting')
  const decide = (asked: object) =>
    bina.visitor.call(decideReviewLines, { reviewId, decision: 'keep', comment: '', ...asked } as never)
  expect(await decide({ lineIds: [line?._id] })).toMatchObject({ status: 200, data: { decided: 1 } })
  for (const asked of [{}, { lines: [] }, { lineIds: [] }])
    expect(await decide(asked)).toMatchObject({
      status: 400,
      data: { fields: { [Object.keys(asked)[0] ?? 'lines']: 'Choose at least one line' } },
    })
  expect(await linesOf(bina, 'decided')).toHaveLength(1)
})

test('of two reviewers at the same time one decides, and one may always change their own decision', async () => {
  const { bina, charu, linesOf, decide } = await shared()
  const seen = await linesOf(bina, 'waiting')
  const answers = await Promise.all([decide(bina, seen, 'keep'), decide(charu, seen, 'revoke')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const first = answers[0].status === 200 ? bina : charu
  expect(await decide(first, seen, 'revoke')).toMatchObject({ status: 200 })
})
