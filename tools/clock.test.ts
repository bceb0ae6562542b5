import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

// The database decides whether something has expired, is too old or too early: by `now()` in SQL, by a time that a
// statement returned, or by `db.now()`. The clock of a server decides nothing.

/** The files that may read the clock of a server, with the reason. */
const ALLOWED: Record<string, string> = {
  'server/src/db/clock.ts': "notices that this server's clock was set, and then measures the database's again",
  'server/src/db/embedded-postgres.ts': 'the age of a half-made cluster: there is no database yet',
  'server/src/http/health.ts': "compares it with the database's: a server whose clock is off is unready",
  'server/src/cli/doctor/check-database.ts': "compares it with the database's, for the operator",
  'server/src/cli/archive-status.ts': 'which copies say a later time, while the database does not run',
  'server/src/cli/archive-recover.ts': 'which copies say a later time, also when the database is gone',
  'server/src/cli/support-bundle.ts': 'the time in the name of a file, for readers',
  'server/src/oidc/artifacts.ts': "puts the database's judgement into the time that the library compares with",
  'server/src/access/application-assertion.ts': "gives jose the database's time to judge by",
  'server/src/outbound/request-outbound.ts': 'a date in an answer from elsewhere, as a wait with an upper limit',
  'server/src/admin/messages/health.ts': 'where an index is entered: two days for what the database judges by 24 hours',
  'server/src/notifications/sample-values.ts': 'a time to show in a sample of a message',
  'server/src/cli/backup.ts': 'the name of a new file; the backup holds the time of the database',
}

/** Functions that read the clock, and functions of libraries that read it by default. */
const READS =
  /\bDate\.now\(|\bnew Date\(\)|\bDate\(\)|\.setIssuedAt\(\)|\.set(?:ExpirationTime|NotBefore)\(\s*['"`]|\bjwtVerify\(|\bhrtime\b|\bos\.uptime\b/

test('no server file reads the clock, except the listed ones', () => {
  const reading = filesBelow('server/src', /(?<!\.test)\.ts$/).filter((file) => READS.test(withoutComments(file)))
  expect(reading.sort()).toEqual(Object.keys(ALLOWED).sort())
})

const withoutComments = (file: string) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
