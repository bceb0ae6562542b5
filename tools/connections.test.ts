import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

/** The files that make connections themselves, with the reason. */
const ALLOWED: Record<string, string> = {
  'server/src/db/make-client.ts': 'listens for the end of the connection, which would otherwise end the process',
  'server/src/db/pool.ts': 'does the same for each connection of the pool',
  'server/src/database-url.ts': 'reads the address only, and never connects',
}

test('the end of a connection ends no process: all are made in the listed files', () => {
  const making = filesBelow('server/src', /(?<!\.test)\.ts$/).filter((file) =>
    /\bnew (?:pg\.)?(?:Client|Pool|Connection)\(/.test(textOf(file)),
  )
  expect(making.sort()).toEqual(Object.keys(ALLOWED).sort())
})
