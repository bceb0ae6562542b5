import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

/** The functions that load a part of the web app. Each of them shows the reason when that fails. */
const LOADERS = ['loadPart', 'lazyDialog', 'lazyPart', 'lazyScreen']

test('every lazy part of the web app is loaded by a function that reports the reason of a failure', () => {
  const imports = filesBelow('web/src', /\.tsx?$/).flatMap((file) => {
    const code = textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    return [...code.matchAll(/(\w*)\s*\(?\s*(?:async\s*)?(?:\(\)\s*=>\s*)?(?<!\btypeof\s)\bimport\s*\(/g)].map(
      ([, loader = '']) => ({ file, loader }),
    )
  })
  expect(imports.length).toBeGreaterThan(40)
  expect(imports.filter(({ loader }) => !LOADERS.includes(loader))).toEqual([])
})

test('nothing is loaded by React or the router alone, which show the browser’s own message', () => {
  const using = (name: string) =>
    filesBelow('web/src', /\.tsx?$/).filter((file) => new RegExp(`\\b${name}\\(`).test(textOf(file)))
  expect(using('lazy')).toEqual([])
  expect(using('lazyRouteComponent')).toEqual(['web/src/routes/lazy-screen.ts'])
})
