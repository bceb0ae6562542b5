import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'
import { openKeyring } from '../keyring/open-keyring.ts'
import { claimBackup } from './backup-table.ts'

const server = useTestServer()
beforeEach(() => server.db.execute(sql`truncate backups`))

test('portals whose backups are due in the same second give them different names, also in one folder', async () => {
  const claimed = await claimBackup(server.db, 24, server.config.masterKey)
  const random = claimed?.id.slice(-12) as string
  expect(claimed?.file).toMatch(new RegExp(`^gatehouse-\\d{8}T\\d{6}Z-${random}\\.backup$`))
})

test('a server that runs with the former master key leaves the scheduled backup to one with the present key', async () => {
  const [former, present] = [server.config.masterKey, randomBytes(32)] as const
  await openKeyring(server.db, { masterKey: former, formerMasterKey: null })
  expect(await claimBackup(server.db, 24, former)).not.toBe(null)
  await server.db.execute(sql`truncate backups`)
  await openKeyring(server.db, { masterKey: present, formerMasterKey: former })
  expect(await claimBackup(server.db, 24, former)).toBe(null)
  expect((await server.db.execute(sql`select from backups`)).rows).toEqual([])
  expect(await claimBackup(server.db, 24, present)).not.toBe(null)
})
