import { SCREENS } from '@gatehouse/contract/screens.ts'
import { expect, test } from 'vitest'
import { textOf } from './sources.ts'

test('the server knows every screen of the route table, and no other', () => {
  const sources = ['web/src/routes.tsx', 'web/src/routes/root.ts'].map(textOf).join('\n')
  const paths = [...sources.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path = '']) => path)
  // Shown by the OpenID Connect door itself; the dashboard is the root of its own file.
  const named = [...paths.filter((path) => !path.startsWith('/oauth2/')), '/dashboard']
  const firstParts = named.map((path) => path.split('/')[1]?.toLowerCase())
  expect([...new Set(firstParts)].toSorted()).toEqual([...SCREENS])
})
