import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

/** What loads a part of the web app; each of them says why when it cannot be had. */
const LOADERS = ['loadPart', 'lazyPart', 'lazyScreen']

test('every part of the web app that is loaded later is loaded in a way that says why it fails', () => {
  const imports = filesBelow('web/src', /\.tsx?$/).flatMap((file) => {
    const code = textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    return [...code.matchAll(/(\w*)\s*\(?\s*(?:async\s*)?(?:\(\)\s*=>\s*)?(?<!\btypeof\s)\bimport\s*\(/g)].map(
      ([, loader = '']) => ({ file, loader }),
    )
  })
  expect(imports.length).toBeGreaterThan(40)
  expect(imports.filter(({ loader }) => !LOADERS.includes(loader))).toEqual([])
})

test('nothing is loaded by means of React or the router alone, which show the browser’s own words', () => {
  const using = (name: string) =>
    filesBelow('web/src', /\.tsx?$/).filter((file) => new RegExp(`\\b${name}\\(`).test(textOf(file)))
  expect(using('lazy')).toEqual([])
  expect(using('lazyRouteComponent')).toEqual(['web/src/routes/lazy-screen.ts'])
})
