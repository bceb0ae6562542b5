import { readFileSync } from 'node:fs'
import { WEBHOOK_EVENTS } from '@gatehouse/contract/webhook-events.ts'
import { expect, test } from 'vitest'

test('the guide for applications names each event and when it comes, in their order', () => {
  const guide = readFileSync(new URL('../docs/integrating.md', import.meta.url), 'utf8')
  const [, table = ''] = /^\| Event \| When \|\n\| --- \| --- \|\n((?:\|.*\n)+)/m.exec(guide) ?? []
  const rows = Object.entries(WEBHOOK_EVENTS).map(([name, { when }]) => `| \`${name}\` | ${when} |`)
  expect(table.trimEnd().split('\n')).toEqual(rows)
})
