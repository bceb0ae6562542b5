import { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import { expect, test } from 'vitest'
import { readListSearch, toListQuery, writeListSearch } from './list-search.ts'

const LIST = { resource: pocs, filters: [{ name: 'clientId', label: 'Client', describe: () => '' }] }
const read = (query: Record<string, unknown>) => readListSearch(query, LIST)

test('an address without a query shows the first page with the defaults', () => {
  const shown = read({})
  expect(shown).toMatchObject({ field: 'any', search: '', sort: undefined, page: 1, size: 10, deleted: false })
  expect(writeListSearch(shown, pocs.fields)).toEqual({})
  expect(toListQuery(shown)).toEqual({ page: 0, pageSize: 10 })
})

test('the query of an address is sent to the server and written back unchanged', () => {
  const query = {
    clientId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    field: 'pocEmail',
    search: 'ravi',
    sort: 'pocName',
    order: 'desc',
    page: '3',
    size: '25',
    deleted: 'true',
    columns: 'pocName,pocEmail',
  }
  expect(writeListSearch(read(query), pocs.fields)).toEqual(query)
  expect(toListQuery(read(query))).toEqual({
    ...query,
    page: 2,
    pageSize: 25,
    deleted: true,
    size: undefined,
    columns: undefined,
  })
})

test.each([
  { page: '0' },
  { page: '1.5' },
  { page: 'x' },
  { page: '1001' },
  { size: '7' },
  { size: '' },
  { field: 'password' },
  { sort: 'drop table' },
  { order: 'up' },
  { deleted: 'yes' },
  { clientid: 'another spelling' },
])('%o is invalid and counts as missing', (query) => {
  expect(read(query)).toEqual(read({}))
})

test('negative page numbers count from the end', () => {
  expect(toListQuery(read({ page: '-1' }))).toMatchObject({ page: -1 })
})

test('a field without a search text is not sent', () => {
  expect(toListQuery(read({ field: 'pocEmail' }))).not.toHaveProperty('field')
})
