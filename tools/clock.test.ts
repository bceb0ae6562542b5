import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

// Time is the database's: whether something has expired, is too old or too early is judged by `now()` in SQL, by what a
// statement has read of it, or by `db.now()`. A server's own clock decides nothing.

/** Where it may be read all the same, and why. */
const ALLOWED: Record<string, string> = {
  'server/src/db/clock.ts': "notices that this server's clock was set, and then measures the database's again",
  'server/src/http/health.ts': "compares it with the database's: a server whose clock is off is unready",
  'server/src/oidc/artifacts.ts': "puts the database's judgement into the time that the library compares with",
  'server/src/access/application-assertion.ts': "gives jose the database's time to judge by",
  'server/src/outbound/request-outbound.ts': 'a date in an answer from elsewhere, as a wait with an upper limit',
  'server/src/admin/messages/health.ts': 'where an index is entered: two days for what the database judges by 24 hours',
  'server/src/notifications/sample-values.ts': 'a time to show in a sample of a message',
  'server/src/audit/webhook-deliveries.ts': 'when an event was, for readers; receivers judge the time of the signature',
  'server/src/webhooks/deliveries.ts': 'when a test was asked for, for readers',
}

/** The clock itself, and what libraries read it for when they are given no time. */
const READS =
  /\bDate\.now\(|\bnew Date\(\)|\bDate\(\)|\.setIssuedAt\(\)|\.set(?:ExpirationTime|NotBefore)\(\s*['"`]|\bjwtVerify\(|\bhrtime\b|\bos\.uptime\b/

test('nothing is decided by the clock of a server', () => {
  const reading = filesBelow('server/src', /(?<!\.test)\.ts$/).filter((file) => READS.test(withoutComments(file)))
  expect(reading.sort()).toEqual(Object.keys(ALLOWED).sort())
})

const withoutComments = (file: string) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
