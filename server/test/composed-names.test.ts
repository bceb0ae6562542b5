import { afterEach, expect, test } from 'vitest'
import { PASSWORD } from './builders.ts'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, query, start } from './processes.ts'

afterEach(cleanUp)

test('a server stores the names composed that a former release stored decomposed', async () => {
  const DATA_DIR = aPreparedDataDir()
  const former = await start({ DATA_DIR, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD })
  const [first, last] = ['Zoë', 'Ünal'].map((name) => name.normalize('NFD'))
  await query(DATA_DIR, `update users set first_name = '${first}', last_name = '${last}'`)
  former.kill('SIGTERM')
  await former.exit

  await start({ DATA_DIR })
  const names = () => query(DATA_DIR, 'select first_name as "first", last_name as "last" from users')
  await expect.poll(names).toEqual([{ first: 'Zoë'.normalize(), last: 'Ünal'.normalize() }])
})
