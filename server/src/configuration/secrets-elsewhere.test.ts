import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder, useSecretFiles } from '../../test/folders.ts'
import { environmentOf, runGatehouse } from '../../test/gatehouse.ts'
import { useTestServer } from '../../test/server.ts'

const FOLDER = aFolder()
const DATA = aFolder()
const secretFile = useSecretFiles()
const server = useTestServer()

function keep(path: string, content: string): string {
  writeFileSync(path, content)
  return path
}

const gateway = (host: string, path: string) => `  - application: All
    client: All
    host: ${host}.example.com
    fromMailId: a@example.com
    postNo: 25
    status: ACTIVE
    password: $\{file:${path}}
`

test('a file with a secret of the portal itself is refused, and a plan says where a secret comes from', async () => {
  const { MASTER_KEY = '', ...others } = environmentOf(server, DATA)
  const keyFile = secretFile(MASTER_KEY)
  const anchors = keep(join(FOLDER, 'anchors.jsonl'), '{}\n')
  const env = { ...others, MASTER_KEY_FILE: keyFile, AUDIT_ANCHOR_FILE: anchors }
  const link = join(FOLDER, 'link')
  symlinkSync(keyFile, link)
  mkdirSync(join(DATA, 'postgres'))
  const kept = [keep(join(DATA, 'master.key'), 'k'), keep(join(DATA, 'postgres', 'PG_VERSION'), '17')]
  const paths = [keyFile, link, anchors, ...kept, '/proc/self/environ']
  const refused = paths.map((path, at) => gateway(`mail${at}`, path))
  const wanted = keep(join(FOLDER, 'wanted.yaml'), `gatehouse: 1\nemailConfigurations:\n${refused.join('')}`)
  const { code, out, err } = await runGatehouse(['config', 'plan', wanted], env)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err.split('\n')).toEqual([
    ...paths.map(
      (path, at) =>
        `${wanted}:${9 + 7 * at}: emailConfigurations.${at}.password: ${path} is a file of the portal or the system itself, and no secret for others.`,
    ),
    '',
  ])

  const password = keep(join(FOLDER, 'password'), 'of the mail server\n')
  const allowed = keep(join(FOLDER, 'allowed.yaml'), `gatehouse: 1\nemailConfigurations:\n${gateway('mail', password)}`)
  const planned = await runGatehouse(['config', 'plan', allowed], env)
  expect(planned).toMatchObject({ code: 1, err: '' })
  expect(planned.out).toContain(`    password: set, from "$\{file:${password}}"\n`)
  expect(await runGatehouse(['config', 'apply', allowed], env)).toMatchObject({ code: 0, err: '' })
  keep(password, 'another one\n')
  const changed = await runGatehouse(['config', 'plan', allowed], env)
  expect(changed.out).toContain(`    password: set → another one, from "$\{file:${password}}"\n`)
  expect(changed.out).not.toContain('of the mail server')
})
