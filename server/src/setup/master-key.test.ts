import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'
import { deriveKeys } from '../crypto/keys.ts'
import { requireSameMasterKey } from './master-key.ts'

const server = useTestServer()

test('a database accepts the first master key and refuses every other one', async () => {
  await requireSameMasterKey(server.db, server.keys.seal)
  await requireSameMasterKey(server.db, server.keys.seal)
  const other = deriveKeys(randomBytes(32))
  await expect(requireSameMasterKey(server.db, other.seal)).rejects.toThrow(
    'The master key is not the one that this database was set up with.',
  )
  await requireSameMasterKey(server.db, server.keys.seal)
})
