import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

/** Folders that others remove: file, and who does it. */
const REMOVED_ELSEWHERE = {
  'server/test/former-release.ts': 'the tests that ask for it',
}

test('who makes a folder for tests also removes it', () => {
  const files = ['server', 'client', 'e2e', 'tools', 'faults', 'bench', 'web/src'].flatMap((folder) =>
    filesBelow(folder, /\.ts$/),
  )
  const making = files.filter((file) => /\bmkdtemp(Sync)?\(/.test(textOf(file)))
  expect(making).toContain('server/test/folders.ts')
  const keeping = making.filter((file) => !/\b(rmSync|rm)\(|'rm', \['-rf'/.test(textOf(file)))
  expect(keeping).toEqual(Object.keys(REMOVED_ELSEWHERE))
})
