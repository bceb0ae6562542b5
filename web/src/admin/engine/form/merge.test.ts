import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import { expect, test } from 'vitest'
import { type FormField, withSecrets } from '../fields/field.ts'
import { mergeForms } from './merge.ts'

const field = (name: string, together?: string): FormField => ({
  name,
  label: name,
  Input: () => null,
  ...(together && { together }),
})
const FIELDS = [
  field('name.description'),
  field('summary'),
  field('uris'),
  field('project', 'place'),
  field('page', 'place'),
]
const BEFORE = { name: { description: 'a' }, summary: 's', uris: ['x'], project: 'p', page: '1' }
const names = (fields: readonly FormField[]) => fields.map(({ name }) => name)

test.each([
  ['one side each', { ...BEFORE, summary: 'mine' }, { ...BEFORE, uris: ['y'] }, ['uris'], []],
  ['the same on both sides', { ...BEFORE, summary: 'now' }, { ...BEFORE, summary: 'now' }, [], []],
  ['a list that only I changed', { ...BEFORE, uris: ['x', 'y'] }, BEFORE, [], []],
  ['different on both sides', { ...BEFORE, summary: 'm' }, { ...BEFORE, summary: 't' }, [], [['summary']]],
  ['what belongs together', { ...BEFORE, page: '2' }, { ...BEFORE, project: 'q' }, [], [['project', 'page']]],
])('%s', (_, mine, theirs, theirsAlone, clashes) => {
  const merge = mergeForms(FIELDS, BEFORE, mine, theirs)
  expect(names(merge.theirs)).toEqual(theirsAlone)
  expect(merge.clashes.map(names)).toEqual(clashes)
  if (clashes.length === 0) expect(merge.merged).toEqual({ ...BEFORE, ...changed(mine), ...changed(theirs) })
})

test('a field inside a record is merged separately, and fields outside the form keep the stored value', () => {
  const mine = { ...BEFORE, name: { description: 'mine', hidden: 'old' } }
  const theirs = { ...BEFORE, name: { description: 'a', hidden: 'new' } }
  expect(mergeForms(FIELDS, BEFORE, mine, theirs).merged).toMatchObject({
    name: { description: 'mine', hidden: 'new' },
  })
})

test('a value that is the same on both sides, and stands for something else on theirs, is kept as theirs', () => {
  const status: FormField = { ...field('status'), meaningOf: (values) => `${values.status}${values.isSuspended}` }
  const before = { status: 'ACTIVE', isSuspended: false }
  const mine = { ...before, status: 'INACTIVE' }
  const kept = mergeForms([status], before, mine, { status: 'INACTIVE', isSuspended: true })
  expect(names(kept.theirs)).toEqual(['status'])
  expect(kept.clashes).toEqual([])
  expect(mergeForms([status], before, mine, mine).theirs).toEqual([])
})

const SERVER = withSecrets(['host', 'password'], [field('host'), field('password'), field('priority')])
const SERVED = { host: 'one', password: SECRET_MASK, priority: 1 }

test.each([
  ['a secret for the former server', { ...SERVED, password: 'mine' }, { ...SERVED, host: 'two' }, true],
  ['a secret, while the other one may be new', { ...SERVED, password: 'mine' }, SERVED, true],
  ['a secret, beside another field', { ...SERVED, password: 'mine' }, { ...SERVED, priority: 2 }, true],
  ['a removed secret', { ...SERVED, password: '' }, SERVED, true],
  ['a server, while its secret may be new', { ...SERVED, host: 'mine' }, SERVED, true],
  ['another field', { ...SERVED, priority: 3 }, { ...SERVED, host: 'two' }, false],
  ['the same server', { ...SERVED, host: 'two' }, { ...SERVED, host: 'two' }, false],
])('secrets and where they go are asked about: %s', (_, mine, theirs, isAsked) => {
  const merge = mergeForms(SERVER, SERVED, mine, theirs)
  expect(merge.clashes.map(names)).toEqual(isAsked ? [['host', 'password']] : [])
  // Before it is answered, nothing typed here is in the merge.
  expect(merge.merged).toMatchObject({ host: theirs.host, password: theirs.password })
})

const changed = (form: typeof BEFORE) =>
  Object.fromEntries(Object.entries(form).filter(([name, value]) => value !== BEFORE[name as keyof typeof BEFORE]))
