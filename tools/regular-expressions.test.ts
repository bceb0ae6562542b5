import { RegExpParser } from '@eslint-community/regexpp'
import { parseAst } from 'rolldown/parseAst'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

// A regular expression that needs the square of the length of a text can stop the whole server.

/** Files with such expressions, how many, and why nobody can send them a long text, or delays nobody but themselves. */
const HARMLESS: Record<string, [count: number, reason: string]> = {
  'contract/src/read-amount.ts': [1, 'a cell has 10,000 characters at most'],
  'contract/src/sms-text.ts': [1, 'a template that could be read closes what it opens'],
  'sample-app/src/main.ts': [1, 'a setting'],
  'server/src/admin/approvals/sheets/read-band.ts': [1, 'a cell in one line always fits once it has a hyphen or "to"'],
  'server/src/admin/approvals/sheets/workbook/number-format.ts': [3, 'a format is cut at 255 characters'],
  'server/src/admin/approvals/sheets/workbook/read-workbook.ts': [1, 'a format is cut at 255 characters'],
  'server/src/approvals/bounds.ts': [1, 'a number'],
  'server/src/approvals/read-question.ts': [1, '30 digits at most'],
  'server/src/archive/tar.ts': [1, 'a field of 100 bytes'],
  'server/src/cli/archive-recover.ts': [1, 'an argument of the operator'],
  'server/src/cli/doctor/check-messages.ts': [1, 'a setting'],
  'server/src/cli/support/scrub.ts': [1, 'a command of its own, which the operator waits for'],
  'server/src/database-url.ts': [1, 'a setting'],
  'server/src/db/refuse.ts': [1, 'our own words in an error of PostgreSQL'],
  'server/src/identity/password-strength.ts': [1, 'a password has 256 characters at most'],
  'server/src/notifications/mail-tags.ts': [1, 'it is a part of others, which begin at one place'],
  'server/src/notifications/plain-text.ts': [1, 'a library wrote this HTML, and ends each tag'],
  'server/src/service-accounts/authenticate.ts': [1, 'a header has 16 kB at most, and no line break'],
  'web/src/admin/applications/simulation/proof.ts': [1, 'what the portal has made, in the browser'],
  'web/src/admin/people/invitations/addresses-in.ts': [1, 'what somebody pastes into their own browser'],
}

const FOLDERS = ['contract/src', 'server/src', 'client/src', 'sample-app/src', 'web/src']

type Written = { pattern: string; flags: string }

/** The regular expressions that are written out in a file. */
function expressionsOf(file: string): Written[] {
  const found: Written[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'Literal' && 'regex' in node) found.push(node.regex as Written)
    else for (const part of Object.values(node)) look(part)
  }
  look(parseAst(textOf(file), { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file))
  return found
}

function isSlow({ pattern, flags: letters }: Written): boolean {
  const parser = new RegExpParser()
  const flags = parser.parseFlags(letters)
  const parsed = parser.parsePattern(pattern, undefined, undefined, flags)
  return analyse({ pattern: parsed, flags }, { reportTypes: { Move: true } }).reports.length > 0
}

const countSlow = (file: string) => expressionsOf(file).filter(isSlow).length

test('a regular expression reads a text once, or is known to get short ones', () => {
  const files = FOLDERS.flatMap((folder) => filesBelow(folder, /(?<!\.test)\.tsx?$/))
  const slow = files.map((file) => [file, countSlow(file)] as const).filter(([, count]) => count > 0)
  const known = Object.entries(HARMLESS).map(([file, [count]]) => [file, count])
  expect(Object.fromEntries(slow)).toEqual(Object.fromEntries(known))
})
