import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import { expect, test } from 'vitest'

/** Calls that change what there is, by the words of their paths. */
const CHANGES = /\/(update|save|change|edit|set|put|replace)/i

/** Defaults that may stay in such a call: path of the field, and why it gives and loses nothing. */
const ALLOWED: Record<string, string> = {
  '/api/application/updateApplication/:id launchFields[].name': 'a part of a list that is sent whole',
  '/api/application/updateApplication/:id launchFields[].value': 'a part of a list that is sent whole',
  '/api/application/updateApplication/:id launchFields[].isSent': 'a part of a list that is sent whole',
  '/api/notificationConfiguration/update constants[].value': 'a part of a list that is sent whole',
}

type Part = { _zod: { def: Record<string, unknown> } }

/** The paths of all defaults in a schema, with what they are. */
function defaultsIn(part: Part, at = ''): [string, unknown][] {
  const { type, defaultValue, innerType, element, shape, options, in: from, valueType } = part._zod.def
  const own: [string, unknown][] = type === 'default' || type === 'prefault' ? [[at, defaultValue]] : []
  const inner = [innerType, from, valueType, ...((options as Part[] | undefined) ?? [])].filter(Boolean) as Part[]
  return [
    ...own,
    ...inner.flatMap((one) => defaultsIn(one, at)),
    ...(element === undefined ? [] : defaultsIn(element as Part, `${at}[]`)),
    ...Object.entries((shape as Record<string, Part> | undefined) ?? {}).flatMap(([name, one]) =>
      defaultsIn(one, at === '' ? name : `${at}.${name}`),
    ),
  ]
}

const changing = ENDPOINTS.filter(({ method, path }) => method !== 'GET' && CHANGES.test(path))

test('a field that is left out of a change has no default: it would give more, guard less, or be lost', () => {
  const found = changing.flatMap(({ path, request }) =>
    defaultsIn(request as unknown as Part)
      // The default of a secret keeps it.
      .filter(([, value]) => value !== SECRET_MASK)
      .map(([field]) => `${path} ${field}`),
  )
  expect(found.filter((one) => ALLOWED[one] === undefined)).toEqual([])
  expect(Object.keys(ALLOWED).filter((one) => !found.includes(one))).toEqual([])
})

test('the API document says of each field of a resource that may be left out of a change what happens then', () => {
  const updates = changing.filter(({ summary }) => /: changes one\./.test(summary))
  expect(updates.length).toBeGreaterThan(10)
  for (const { summary, path } of updates) expect(summary, path).toContain('What is left out stays the same.')
})
