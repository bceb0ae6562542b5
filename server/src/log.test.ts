import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The lines that a program writes to a pipe when it logs in this way and then ends at once. */
function written(program: string): Record<string, unknown>[] {
  const log = join(import.meta.dirname, 'log.ts')
  const source = `import { makeLog } from ${JSON.stringify(log)}; const log = makeLog('info'); ${program}; process.exit(0)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', source], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('secrets are redacted by name: in a line, in nested objects, and in the bindings of a logger', () => {
  const [line, bound] = written(`
    const held = { otp: '123456', kept: 1 }
    log.info({ password: 'secret', held, headers: { cookie: 'a=b' }, kept: 'yes', none: null }, 'said')
    log.child({ reqId: 'r-1', token: 'secret', by: { uuid: 'secret' } }).info({ authorization: 'secret', was: held.otp })
  `)
  expect(line).toMatchObject({
    ...{ password: '[redacted]', held: { otp: '[redacted]', kept: 1 }, headers: { cookie: '[redacted]' } },
    ...{ kept: 'yes', none: null, msg: 'said' },
  })
  const redacted = { token: '[redacted]', by: { uuid: '[redacted]' }, authorization: '[redacted]' }
  // Redaction does not change the logged objects.
  expect(bound).toMatchObject({ reqId: 'r-1', ...redacted, was: '123456' })
})

test('all lines are written, in their order, by a process that ends at once', () => {
  const lines = written(`for (let at = 0; at < 1000; at++) log[at % 100 === 0 ? 'warn' : 'info']({ at })`)
  expect(lines.map(({ at }) => at)).toEqual(Array.from({ length: 1000 }, (_, at) => at))
})

test.each([
  '/resetpassword/',
  '//resetpassword/',
  '/resetpassword%5c',
  '/%72esetpassword/',
  '/hi/resetpassword/',
  '/oauth2/authorize%2f',
  '/oauth2//authorize/',
  '/SETUP/',
  '/invitation/',
  '/lockaccount/',
  '/recover/',
  '/stoprecovery/',
  '/undochange/',
])('a secret in an address is redacted in every spelling: %s', (path) => {
  const [line] = written(`log.info({ req: { method: 'GET', url: '${path}0f8fad5b-hidden?a=b', ip: '' } })`)
  expect(JSON.stringify(line)).toContain('[redacted]')
  expect(JSON.stringify(line)).not.toContain('hidden')
})

test('the message of an error is cut between two words, and has no address', () => {
  const [sent, long, one] = written(`
    log.error({ err: new Error('550 <asha@example.com>: no; x@@bo@example.org') }, 'said')
    log.error({ err: new Error('wrong '.repeat(400) + 'asha@example.com') }, 'said')
    log.error({ err: new Error('1'.repeat(200000)) }, 'said')
  `).map(({ err }) => (err as { message: string }).message)
  expect(sent).toBe('550 <[address]>: no; [address]')
  expect(long).toBe(`${'wrong '.repeat(333)}…`)
  expect(one).toBe('…')
})

test('no line repeats an address or a secret, however it is written', () => {
  const lines = written(`
    const who = 'asha@example.com'
    const err = new Error('550 ' + who + '\\n    at ' + who)
    log.error(err)
    log.error({ err })
    log.error({ err: who }, 'said')
    log.warn('sent to ' + who)
    log.warn({ reason: err.message, list: [{ by: { err, mail: who, password: 'hidden' } }], url: new URL('https://' + who) }, 'said')
    log.warn({ a: { b: { c: { d: { e: { otp: 'hidden' } } } } } }, 'said')
    log.warn('to %s by %o and %j', who, { token: 'hidden' }, { mail: who })
    log.error('failed: %s', err)
    log.warn({ msg: who })
    log.warn({ req: { method: 'GET', url: '/api/people/asha%40example.com/roles', ip: '' } }, 'asked')
    log.warn({ method: 'GET', url: '/setup/hidden', headers: { cookie: 'hidden' }, socket: {} }, 'asked')
    const bound = log.child({ list: [{ mail: who }] }, { level: 'warn' })
    bound.setBindings({ mail: who, password: 'hidden' })
    bound.fatal(err)
  `)
  expect(lines).toHaveLength(12)
  for (const line of lines) expect(JSON.stringify(line)).not.toMatch(/asha|example|hidden/)
  const sentences = ['no sentence', 'no sentence', 'said', 'sent to [address]', 'said', 'said']
  expect(lines.slice(0, 6).map(({ msg }) => msg)).toEqual(sentences)
})
