import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, root, textOf } from './sources.ts'

const TEXTS = filesBelow('.', /\.(ts|tsx|mjs|css|md)$/).filter((file) => file !== 'tools/references.test.ts')
const DOCUMENTS = TEXTS.filter((file) => file.endsWith('.md'))

/** Folders that a path in a document may begin from, beside the root and the document's own. */
const BASES = ['server/src', 'web/src', 'contract/src']

const ID = '[GWSLACMP]\\d+'
const REQUIREMENTS = new RegExp(`[Rr]equirements? (${ID}(?:(?:,| and| to)[\\s*/]+${ID})*)`, 'g')

test('every mentioned requirement exists', () => {
  const rows = new Set([...textOf('docs/requirements.md').matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, id]) => id))
  const references = TEXTS.flatMap((file) =>
    [...textOf(file).matchAll(REQUIREMENTS)].flatMap(([, ids = '']) =>
      [...ids.matchAll(new RegExp(ID, 'g'))].map(([id]) => ({ file, id })),
    ),
  )
  expect(references.length).toBeGreaterThan(150)
  expect(references.filter(({ id }) => !rows.has(id))).toEqual([])
})

test('every mentioned decision exists', () => {
  const decisions = new Set(filesBelow('docs/decisions', /\.md$/).map((file) => /\d{4}/.exec(file)?.[0]))
  const references = TEXTS.flatMap((file) =>
    [...textOf(file).matchAll(/\bADRs? (\d{4})(?:(?:,| and)\s(\d{4}))*/g)].flatMap(([all]) =>
      [...all.matchAll(/\d{4}/g)].map(([id]) => ({ file, id })),
    ),
  )
  expect(references.length).toBeGreaterThan(50)
  expect(references.filter(({ id }) => !decisions.has(id))).toEqual([])
})

test('every mentioned attack or fault exists', () => {
  const rows = new Set([...textOf('docs/security-tests.md').matchAll(/^\| (T\d{3}) \|/gm)].map(([, id]) => id))
  const references = TEXTS.flatMap((file) => [...textOf(file).matchAll(/\bT\d{3}\b/g)].map(([id]) => ({ file, id })))
  expect(references.filter(({ id }) => !rows.has(id))).toEqual([])
})

test('no file mentions notes outside the repository', () => {
  const strays = TEXTS.filter((file) => file !== 'CHANGELOG.md').flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:[Dd]ecisions? [A-Z]\d|[Ss]ecurity notes?\b|[Ss]pecification [12]\b)/g)].map(
      ([reference]) => `${file}: ${reference}`,
    ),
  )
  expect(strays).toEqual([])
})

test('every path in a document exists', () => {
  const paths = DOCUMENTS.filter((file) => file !== 'CHANGELOG.md').flatMap((file) =>
    [
      ...textOf(file).matchAll(
        /`((?:[\w.@-]+\/)+(?:[\w-][\w.-]*\.(?:ts|tsx|mjs|js|css|md|json|sql))?)`|\]\(([^)#:]+)\)/g,
      ),
    ].map(([, quoted, linked]) => ({ file, path: quoted ?? linked ?? '' })),
  )
  const isThere = ({ file, path }: { file: string; path: string }) =>
    ['.', dirname(file), ...BASES].some((base) => existsSync(join(root, base, path)))
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})

test('every log line quoted by a document is in the sources', () => {
  const sources = filesBelow('server/src', /(?<!\.test)\.ts$/).map(textOf)
  const lines = DOCUMENTS.flatMap((file) =>
    [...textOf(file).matchAll(/\blog\b[^.`]{0,40}`([a-z]+(?: [a-z]+)+)`/g)].map(([, line = '']) => ({ file, line })),
  )
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.filter(({ line }) => !sources.some((source) => source.includes(line)))).toEqual([])
})
