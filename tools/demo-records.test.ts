import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

// Lists begin with the newest records, and how many the tests before have made is chance: those of the demo may stand on
// any page. Names that start with a demo name (a role's, say) count as well.
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
