import {
  deletePriceQuote,
  listPriceQuotes,
  QUOTE_CHANGED,
  savePriceQuote,
} from '@gatehouse/contract/admin/price-quotes/price-quotes.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { someoneSignedIn } from '../../../test/builders.ts'
import { anAdministrator, auditOf } from '../../../test/console.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { BUCKETS } from '../../counting/buckets.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
let author: Visitor
let authorId: string
beforeAll(async () => {
  const { visitor, person } = await someoneSignedIn(server)
  author = visitor
  authorId = person.id
})

/** Every field of the form (requirement A16). */
const FORM = {
  clientName: 'Meridian Assurance',
  productType: 'Retail-Text',
  salesVolume: '12,000',
  interventionPercent: '4.5',
  rosPercent: '60',
  towPercent: '40',
  rosAvgKm: '18',
  towAvgKm: '32',
  otherServices: 'Taxi\nHotel',
  competitivePrice: '₹ 310',
  marketingCost: 'Yes',
  telecomCost: 'No',
  anyIntegrationCost: '25,000',
  comments: 'Renewal in March',
}

const save = async (changes: object = {}, visitor = author) =>
  (await visitor.call(savePriceQuote, { ...FORM, ...changes })).data
const listed = async (visitor: Visitor) => (await visitor.call(listPriceQuotes)).data
const stored = async () => {
  const { rows } = await server.db.execute(sql`
    select (select json_agg(q order by id) from price_quotes q) as quotes, (select count(*) from audit_events) as audit`)
  return rows[0]
}

test('a quote is stored for its author as typed, and the newest is listed first', async () => {
  const { visitor } = await someoneSignedIn(server)
  expect(await listed(visitor)).toEqual([])
  const answer = await visitor.call(savePriceQuote, FORM)
  expect(answer).toMatchObject({ status: 200, code: 200, msg: 'Price Quote Saved', data: FORM })
  const second = await save({ clientName: 'Second' }, visitor)
  expect(await listed(visitor)).toEqual([second, answer.data])
})

test('a quote needs only a client and a product', async () => {
  const sent = { clientName: ' Bare Mutual ', productType: 'On Demand' }
  expect(await author.call(savePriceQuote, sent)).toMatchObject({
    status: 200,
    data: { clientName: 'Bare Mutual', productType: 'On Demand', salesVolume: '', marketingCost: '', comments: '' },
  })
})

test('a changed quote is listed first', async () => {
  const { visitor } = await someoneSignedIn(server)
  const [first, second] = [await save({}, visitor), await save({}, visitor)]
  const changed = await save({ quoteId: first._id, comments: 'Renewal in April' }, visitor)
  expect(changed).toMatchObject({ ...FORM, _id: first._id, comments: 'Renewal in April', createdAt: first.createdAt })
  expect(await listed(visitor)).toEqual([changed, second])
})

test('a change of a quote keeps what it leaves out, and empties what it sends empty', async () => {
  const { _id: quoteId } = await save()
  const { clientName, productType } = FORM
  const { data } = await author.call(savePriceQuote, { clientName, productType, quoteId, comments: '' } as never)
  expect(data).toMatchObject({ ...FORM, comments: '' })
  expect((await listed(author)).find(({ _id }) => _id === quoteId)).toMatchObject({ ...FORM, comments: '' })
})

test('a change made from a former version is refused, with the quote as it is; without a version it is made', async () => {
  const { _id: quoteId, version } = await save()
  expect(version).toBe(1)
  const current = await save({ quoteId, version, comments: 'from one tab' })
  expect(current).toMatchObject({ version: 2, comments: 'from one tab' })
  const stale = await author.call(savePriceQuote, { ...FORM, quoteId, version, salesVolume: '5' })
  expect(stale).toMatchObject({ status: 409, msg: QUOTE_CHANGED, data: { current } })
  expect((await listed(author)).find(({ _id }) => _id === quoteId)).toEqual(current)
  expect(await save({ quoteId, comments: 'from an old program' })).toMatchObject({ version: 3 })

  const atOnce = await Promise.all([1, 2, 3].map(() => author.call(savePriceQuote, { ...FORM, quoteId, version: 3 })))
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { visitor } = await someoneSignedIn(server)
  expect(await visitor.call(savePriceQuote, { ...FORM, quoteId, version: 1 })).toMatchObject({ status: 404 })
})

test('one person saves 300 quotes a day, and refusals are one line of the audit', async () => {
  const { visitor, person } = await someoneSignedIn(server)
  const { _id: quoteId } = await save({}, visitor)
  // In development the limit is wider.
  const last = BUCKETS['quote-saves'].free * 100 - 1
  await server.db.execute(sql`update throttles set count = ${last} where bucket = 'quote-saves'`)
  await save({ quoteId, comments: 'The last one' }, visitor)
  const before = await stored()
  for (const sent of [FORM, FORM, { ...FORM, quoteId }])
    expect(await visitor.call(savePriceQuote, sent)).toMatchObject({ status: 429 })
  expect(await stored()).toMatchObject({ quotes: before?.quotes })
  expect((await auditOf(server, person.id)).filter(({ event }) => event === 'access.throttled')).toHaveLength(1)
  await server.db.execute(sql`delete from throttles where bucket = 'quote-saves'`)
})

test('the author can delete a quote', async () => {
  const { visitor } = await someoneSignedIn(server)
  const [kept, gone] = [await save({}, visitor), await save({}, visitor)]
  expect(await visitor.call(deletePriceQuote, { quoteId: gone._id })).toMatchObject({
    status: 200,
    msg: 'Price Quote Deleted',
  })
  expect(await listed(visitor)).toEqual([kept])
  expect(await visitor.call(deletePriceQuote, { quoteId: gone._id })).toMatchObject({ status: 404 })
  expect(await visitor.call(savePriceQuote, { ...FORM, quoteId: gone._id })).toMatchObject({ status: 404 })
})

test('the audit records a change, but not the text of the quote', async () => {
  const { _id: quoteId } = await save()
  await save({ quoteId, clientName: 'Renamed' })
  await author.call(deletePriceQuote, { quoteId })
  expect(await auditOf(server, quoteId)).toEqual([
    { event: 'priceQuotes.created', actorId: authorId, detail: { name: FORM.clientName } },
    { event: 'priceQuotes.updated', actorId: authorId, detail: { name: 'Renamed' } },
    { event: 'priceQuotes.deleted', actorId: authorId, detail: { name: 'Renamed' } },
  ])
})

describe('a refused call changes nothing', () => {
  async function expectRefused(call: () => Promise<unknown>, expected: object) {
    const before = await stored()
    expect(await call()).toMatchObject(expected)
    expect(await stored()).toEqual(before)
  }

  test.each<[change: object, message: string]>([
    [{ clientName: undefined }, 'Client Name is required'],
    [{ clientName: '  ' }, 'Client Name is required'],
    [{ clientName: 'x'.repeat(201) }, 'Too Long!'],
    [{ productType: undefined }, 'Product Type is required'],
    [{ productType: 'Retail' }, 'Product Type is required'],
    [{ salesVolume: '1'.repeat(51) }, 'Too Long!'],
    [{ comments: 'x'.repeat(4001) }, 'Too Long!'],
    [{ quoteId: 'none' }, 'Id is required'],
  ])('with the form %j', async (change, msg) => {
    await expectRefused(() => author.call(savePriceQuote, { ...FORM, ...change }), { status: 400, msg })
  })

  test.each([{ marketingCost: 'Maybe' }, { telecomCost: true }])('with the page %j', async (change) => {
    await expectRefused(() => author.call(savePriceQuote, { ...FORM, ...change }), { status: 400 })
  })

  test('with a version that no row can have', async () => {
    const { _id: quoteId } = await save()
    await expectRefused(() => author.call(savePriceQuote, { ...FORM, quoteId, version: 100_000_000_000 }), {
      status: 400,
    })
  })

  test('with an unknown id', async () => {
    const quoteId = newId()
    await expectRefused(() => author.call(savePriceQuote, { ...FORM, quoteId }), { status: 404, msg: 'Not found' })
    await expectRefused(() => author.call(deletePriceQuote, { quoteId }), { status: 404, msg: 'Not found' })
    await expectRefused(() => author.call(deletePriceQuote, { quoteId: "' or true --" }), { status: 400 })
  })

  test('for the quote of another person, even by an administrator', async () => {
    const { _id: quoteId } = await save()
    for (const { visitor } of [await someoneSignedIn(server), await anAdministrator(server)]) {
      expect(await listed(visitor)).toEqual([])
      const calls = [
        () => visitor.call(savePriceQuote, { ...FORM, quoteId, clientName: 'Mine' }),
        () => visitor.call(deletePriceQuote, { quoteId }),
      ]
      for (const call of calls) await expectRefused(call, { status: 404, msg: 'Not found' })
    }
  })

  test('with another author: the author is the caller', async () => {
    const { visitor, person } = await someoneSignedIn(server)
    const { _id } = await save({ userId: person.id, createdBy: person.id, _id: newId(), version: 7 })
    expect(await listed(visitor)).toEqual([])
    const { rows } = await server.db.execute(
      sql`select user_id as "userId", created_by as "createdBy", version from price_quotes where id = ${_id}`,
    )
    expect(rows).toEqual([{ userId: authorId, createdBy: authorId, version: 1 }])
  })

  test('without a session', async () => {
    const { _id: quoteId } = await save()
    const visitor = server.visitor()
    const calls = [
      () => visitor.call(listPriceQuotes),
      () => visitor.call(savePriceQuote, FORM),
      () => visitor.call(deletePriceQuote, { quoteId }),
    ]
    for (const call of calls) await expectRefused(call, { status: 401, data: null })
  })
})
