import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { ANY_FIELD } from '@gatehouse/contract/paging.ts'
import { expect, test } from 'vitest'
import type { Calls } from './conformance-calls.ts'

/** The tests of listing, searching and sorting. */
export function listsItsRecords<Row extends RecordRow>({ resource, call, create, page, values }: Calls<Row>) {
  test('are listed, all or page by page', async () => {
    const row = await create()
    const { data: all } = await call(resource.list)
    expect(all).toContainEqual(row)
    const { rows, total, isEstimate } = await page({ pageSize: 1 })
    expect({ rows, total, isEstimate }).toEqual({ rows: [row], total: (all as Row[]).length, isEstimate: false })
    const last = await page({ page: -1, pageSize: 2 })
    expect(last.rows).toEqual((all as Row[]).slice(total % 2 === 0 ? -2 : -1))
  })

  const fields = resource.fields.filter((field) => field !== ANY_FIELD)
  test.each(fields)('are found by a part of %s, ignoring case', async (field) => {
    const row = await create()
    const shown = String(values[field]?.(row) ?? '')
    const part = shown.slice(1).toUpperCase()
    const { rows } = await page({ field, search: part })
    expect(rows).toContainEqual(row)
    expect(rows.filter((one) => !String(values[field]?.(one)).toUpperCase().includes(part))).toEqual([])
    expect((await page({ field, search: 'no such %_ value' })).rows).toEqual([])
  })

  test.runIf(fields.length < resource.fields.length)('are found by words in different fields', async () => {
    const row = await create()
    const [first, second] = fields.map((field) => String(values[field]?.(row) ?? '')).filter((value) => value !== '')
    const found = async (search: string) => (await page({ field: ANY_FIELD, search })).rows
    expect(await found(`${second} ${first}`.toUpperCase())).toContainEqual(row)
    expect(await found(`${first} nobodyhasthis`)).toEqual([])
  })

  test.each(resource.sorts)('are sorted by %s, both ways', async (sort) => {
    await create()
    await create()
    const value = sort === 'createdAt' || sort === 'updatedAt' ? (row: Row) => row[sort] : values[sort]
    const ascending = (await page({ sort, order: 'asc' })).rows
    const descending = (await page({ sort, order: 'desc' })).rows
    expect(ascending.length).toBeGreaterThan(1)
    expect(ascending.map(({ _id }) => _id)).toEqual(descending.map(({ _id }) => _id).reverse())
    const shown = ascending
      .map((row) => value?.(row) ?? '')
      .map((one) => (typeof one === 'number' ? one : one.toLowerCase()))
    expect(shown).toEqual([...shown].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
  })

  test.each([
    { field: 'passwordHash', search: 'a' },
    { sort: 'secret' },
    { pageSize: 1000 },
    { page: 'first' },
    { order: 'up' },
    { isActve: 'true' },
  ])('are not listed by %j', async (query) => {
    const [name = ''] = Object.keys(query)
    const { status, data } = await call(resource.list, query)
    expect({ status, data }).toMatchObject({ status: 400, data: { fields: { [name]: expect.any(String) } } })
  })
}
