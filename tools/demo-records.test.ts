import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

// Lists begin with the newest records, and earlier tests create any number of them, so a demo record may be on any
// page. Names that start with a demo name (of a role, for example) count as well.
test('browser tests search for a record of the demo before they open its menu', () => {
  const demo = filesBelow('server/src/demo', /^demo-.*(?<!\.test)\.ts$/).flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:name|displayName): '([^']+)'/g)].map(([, name = '']) => name),
  )
  expect(demo.length).toBeGreaterThan(20)
  const opened = filesBelow('e2e/tests', /\.spec\.ts$/).flatMap((file) =>
    textOf(file)
      .split(/^ *test\(/m)
      .flatMap((body) =>
        [...body.matchAll(/\.(?:choose|menu)\('([^']+)'/g)].map((match) => ({
          file,
          name: match[1] ?? '',
          before: body.slice(0, match.index).split("open('/dashboard").at(-1) ?? '',
        })),
      ),
  )
  expect(opened.length).toBeGreaterThan(40)
  const blind = opened.filter(
    ({ name, before }) => demo.some((known) => name.startsWith(known)) && !/search/.test(before),
  )
  expect(blind.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

// A search for one of the two people would find the other as well.
test('no person of a browser test has the name of a demo person', () => {
  const [, firstNames = ''] = /FIRST_NAMES = \[(.*?)\] as const/s.exec(textOf('server/src/demo/demo-crowd.ts')) ?? []
  const demo = [...firstNames.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
  expect(demo.length).toBeGreaterThan(50)
  const employed = filesBelow('e2e', /\.ts$/).flatMap((file) =>
    [...textOf(file).matchAll(/\bemploy\(\s*'(\w+)'/g)].map((match) => ({ file, name: match[1] ?? '' })),
  )
  expect(employed.length).toBeGreaterThan(30)
  const doubled = employed.filter(({ name }) => demo.some((known) => known.toLowerCase().includes(name.toLowerCase())))
  expect(doubled.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})
