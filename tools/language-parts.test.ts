import { ERRORS } from '@gatehouse/contract/errors.ts'
import { SIGNED_IN_ERRORS } from '@gatehouse/contract/signed-in-errors.ts'
import { expect, test } from 'vitest'
import { partsOf } from '../web/build/language-parts.ts'
import hindi from '../web/src/i18n/hi.json' with { type: 'json' }
import { importsOf, textOf } from './sources.ts'

const { first, rest } = partsOf(hindi)

test('the two parts of a language contain each text exactly once', () => {
  expect({ ...first, ...rest }).toEqual(hindi)
  expect(Object.keys(first).length + Object.keys(rest).length).toBe(Object.keys(hindi).length)
})

test('pages without a session find all their texts in the first part', () => {
  const areas = ['web/src/routes/dashboard.ts']
  const seen = new Set(areas)
  const visit = (file: string) => {
    if (seen.has(file) || !/^web\/src\/.*\.tsx?$/.test(file)) return
    seen.add(file)
    for (const imported of importsOf(file).files) visit(imported)
  }
  visit('web/src/routes.tsx')
  expect(seen.size).toBeGreaterThan(80)
  const used = [...seen].flatMap((file) =>
    areas.includes(file) ? [] : [...textOf(file).matchAll(/\bt\(\s*'((?:[^'\\]|\\.)+)'/g)].map(([, key = '']) => key),
  )
  const known = new Set(Object.keys(first).map((key) => key.replace(/_(one|other)$/, '')))
  const visitorErrors = Object.entries(ERRORS).flatMap(([key, { msg }]) => (key in SIGNED_IN_ERRORS ? [] : [msg]))
  const texts = [...used.map((key) => key.replaceAll("\\'", "'")), ...visitorErrors]
  expect(texts.filter((text) => !known.has(text))).toEqual([])
})
