import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { SERVER_COMMAND } from '../../../scripts/server-process.mjs'
import { aFolder } from '../../test/folders.ts'
import { environmentOf } from '../../test/gatehouse.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

test('a reader that is slower than the command gets the whole output', async () => {
  const folder = aFolder()
  const file = join(folder, 'many.yaml')
  const records = Array.from(
    { length: 500 },
    (_, index) => `  - { name: 'slow:n${index}', description: '${'long '.repeat(40)}', status: ACTIVE }`,
  )
  writeFileSync(file, ['gatehouse: 1', 'permissions:', ...records, ''].join('\n'))
  // The shell reads byte by byte.
  const reading = 'while read -r line; do printf "%s\\n" "$line"; done'
  const shell = spawn(
    'sh',
    ['-c', `"$0" "$@" | { ${reading}; }`, process.execPath, SERVER_COMMAND, 'config', 'plan', file],
    {
      env: { PATH: process.env.PATH, ...environmentOf(server, folder) },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [out] = await Promise.all([text(shell.stdout), once(shell, 'close')])
  expect(out.match(/^Create permissions/gm)).toHaveLength(500)
  expect(out.trimEnd().split('\n').at(-1)).toBe('500 to create, 0 to change, 0 to delete.')
})
