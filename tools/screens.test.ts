import { SCREENS } from '@gatehouse/contract/screens.ts'
import { expect, test } from 'vitest'
import { textOf } from './sources.ts'

test('the server knows exactly the screens of the route table', () => {
  const sources = ['web/src/routes.tsx', 'web/src/routes/root.ts'].map(textOf).join('\n')
  const paths = [...sources.matchAll(/\bpath: '(\/[^']*)'/g)].map(([, path = '']) => path)
  // These are shown by the OpenID Connect pages themselves; the dashboard is the root of its own file.
  const named = [...paths.filter((path) => !path.startsWith('/oauth2/')), '/dashboard']
  const firstParts = named.map((path) => path.split('/')[1]?.toLowerCase())
  expect([...new Set(firstParts)].toSorted()).toEqual([...SCREENS])
})
