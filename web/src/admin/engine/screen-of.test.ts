import type { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import type { users } from '@gatehouse/contract/admin/people/users.ts'
import { expect, test } from 'vitest'
import { type ListFilter, type ListSearchFor, listLink } from '../../session/list-link.ts'
import { TextInput } from './fields/TextInput.tsx'
import type { ScreenOf } from './screen-of.ts'

// The compiler checks this file too: each line below that it must refuse is marked.

type Clans = ScreenOf<typeof clans>
type Column = Clans['columns'][number]
type Field = Clans['fields'][number]
type Users = ScreenOf<typeof users, 'shown', 'name' | 'isActive'>

const searches = { name: '', client: '', count: '', type: '' }
const values = { clientId: '', name: '', count: '', type: '' }
const label = ''

test('a screen names exactly what the contract declares', () => {
  const right: unknown[] = [
    { label, sort: 'createdAt', cell: () => '' } satisfies Column,
    { label, name: 'type', Input: TextInput } satisfies Field,
    { label, name: 'shown', Input: TextInput } satisfies Users['fields'][number],
    searches satisfies Clans['searches'],
    (() => values) satisfies Clans['toForm'],
  ]
  const wrong: unknown[] = [
    // @ts-expect-error: a column that the list cannot be sorted by
    { label, sort: 'nmae', cell: () => '' } satisfies Column,
    // @ts-expect-error: a field that the row does not have
    { label, cell: (row) => row.nmae } satisfies Column,
    // @ts-expect-error: a field that the list cannot be searched by
    { ...searches, clientId: '' } satisfies Clans['searches'],
    // @ts-expect-error: a field without a label on the screen
    { name: '', client: '', count: '' } satisfies Clans['searches'],
    // @ts-expect-error: a filter that the list does not have
    { name: 'clinetId', label, describe: () => '' } satisfies NonNullable<Clans['filters']>[number],
    // @ts-expect-error: a field that no form sends
    { label, name: 'client', Input: TextInput } satisfies Field,
    // @ts-expect-error: a field that depends on an unknown one
    { label, name: 'count', Input: TextInput, onlyWith: { field: 'kind', values: [] } } satisfies Field,
    // @ts-expect-error: a missing or misspelt value of the form
    (() => ({ clinetId: '', name: '', count: '', type: '' })) satisfies Clans['toForm'],
    // @ts-expect-error: values outside the form are named, and must be accepted by the calls
    null as unknown as ScreenOf<typeof users, never, 'nmae'>,
    // @ts-expect-error: a link to a list by a filter that it does not have
    { to: '/dashboard/user', filter: 'usreId' } satisfies ListFilter,
    // @ts-expect-error: a link to a list by a field that it cannot be searched by
    { to: '/dashboard/emailTemplate', field: 'TemplateName' } satisfies ListSearchFor,
  ]
  expect([right.length, wrong.length]).toEqual([5, 11])
})

test('a link narrows a list to one record, by its id or by its name', () => {
  const record = { _id: '1', name: 'Meera' }
  expect(listLink({ to: '/dashboard/user', filter: 'userId' }, record).search).toEqual({ userId: '1' })
  const search = { field: 'displayName', search: 'Meera' }
  expect(listLink({ to: '/dashboard/client', field: 'displayName' }, record).search).toEqual(search)
})
