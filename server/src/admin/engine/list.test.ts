import type { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { type ListSource, orderOf, textColumn, whereOf } from './list.ts'

type Query = Input<typeof clans.list>
type Source = ListSource<Output<typeof clans.create>, Query>

// The compiler checks this file too: each line below that it must refuse is marked.

const column = textColumn('t.name')
const columns: Source['columns'] = { name: column, client: column, count: column, type: column }
const select: Source['select'] = { name: '', count: '', type: '', clientId: '', clientData: '', createdBy: '' }
const source: Source = { from: 'clans t', select, columns }

test('a source declares exactly the columns, fields and filters of the contract', () => {
  const wrong: unknown[] = [
    // @ts-expect-error: a list column that the contract does not have
    { ...source, columns: { ...columns, nmae: column } } satisfies Source,
    // @ts-expect-error: a missing column
    { ...source, columns: { name: column, client: column, count: column } } satisfies Source,
    // @ts-expect-error: a field that the row does not have
    { ...source, select: { ...select, clientID: '' } } satisfies Source,
    // @ts-expect-error: a missing field
    { ...source, select: { name: '', count: '', type: '', clientId: '', clientData: '' } } satisfies Source,
    // @ts-expect-error: a filter that the list does not have
    ({ clinetId }: Query) => clinetId,
    // @ts-expect-error: a field that the list cannot be searched by
    { field: 'clientId' } satisfies Query,
  ]
  expect(wrong).toHaveLength(6)
})

test('an unknown field name lists no rows instead of all rows', () => {
  expect(() => whereOf(source, { field: 'nmae', search: 'a' }, sql``)).toThrow('no list column nmae')
  expect(() => orderOf(source, { sort: 'nmae' })).toThrow('no list column nmae')
})
