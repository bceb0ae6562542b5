import type { KeyObject } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Anchors, readAnchors } from '../audit/chain/anchors.ts'
import { readTrail } from '../audit/chain/read-trail.ts'
import { FINDING_KINDS, type Finding, type TrailItem, type TrailSummary } from '../audit/chain/trail.ts'
import { openTrailFile, publicKeyText, readPublicKey } from '../audit/chain/trail-file.ts'
import { verifyTrail } from '../audit/chain/verify.ts'
import type { Tx } from '../db/database.ts'
import { sealKeyOf } from './audit-keys.ts'
import type { Command, Context, ExitCode } from './command.ts'

/** Checks that no line of the audit was changed, removed or added after it was sealed. */
export const auditVerify: Command = {
  help: 'Find lines of the audit that were changed, removed or added',
  options: {
    offline: { type: 'string', value: 'FILE', help: 'check an export (audit export) instead of the database' },
    anchor: { type: 'string', value: 'FILE', help: 'also check that the seals of this file are in the chain' },
    'public-key': { type: 'string', value: 'KEY', help: 'the key that audit anchor prints, instead of the master key' },
  },
  run: async (context) => {
    const { offline, anchor, 'public-key': given } = context.options
    const read = typeof anchor === 'string' ? { file: anchor, ...(await readAnchors(anchor)) } : NO_ANCHORS
    const key = typeof given === 'string' ? readPublicKey(given) : null
    if (typeof offline === 'string') {
      const { header, items } = await openTrailFile(offline)
      const own = header.publicKey === null ? null : readPublicKey(header.publicKey)
      return report(context, items, { ...read, isPart: header.isPart, publicKey: key ?? own, isOwnKey: key === null })
    }
    const db = await context.db()
    const publicKey = key ?? (await sealKeyOf(context))
    return db.transaction(async (tx) => {
      await readOneState(tx)
      return report(context, readTrail(tx), { ...read, publicKey })
    })
  },
}

/** The rest of the transaction sees one state of the database, however long it takes. */
export async function readOneState(tx: Tx): Promise<void> {
  await tx.execute(sql`set transaction isolation level repeatable read, read only`)
  await tx.execute(sql`set local statement_timeout = 0`)
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
}

const NO_ANCHORS = { file: '', anchors: new Map<number, string>(), cutLines: [] }

type Checked = Anchors & { file: string; publicKey: KeyObject | null; isPart?: boolean; isOwnKey?: boolean }

async function report(
  { print, isJson }: Context,
  items: AsyncIterable<TrailItem>,
  { isOwnKey = false, file, cutLines, ...options }: Checked,
): Promise<ExitCode> {
  const found = verifyTrail(items, options)
  let count = 0
  for (;;) {
    const { done, value } = await found.next()
    if (done) {
      const isValid = count === 0
      const key = options.publicKey && publicKeyText(options.publicKey)
      const cut = cutLines.length === 0 ? [] : [`${file}: ${cutText(cutLines)}`]
      if (isJson)
        await print(JSON.stringify({ isValid, findings: count, publicKey: key, ...value, cutAnchorLines: cutLines }))
      else for (const line of [...conclusion(value, count, { key, isOwnKey }), ...cut]) await print(line)
      return isValid ? 0 : 1
    }
    count++
    await print(isJson ? JSON.stringify({ finding: value }) : `${FINDING_KINDS[value.kind]}: ${describe(value)}`)
  }
}

/** Not a finding: who rewrites the history does not leave a part of a line. */
const cutText = (lines: number[]) =>
  `${lines.length === 1 ? 'line' : 'lines'} ${new Intl.ListFormat('en').format(lines.map(String))} ${
    lines.length === 1
      ? 'is not whole, as a full disk leaves it, and was'
      : 'are not whole, as a full disk leaves them, and were'
  } not checked.`

const describe = ({ text, seal, numbers }: Finding) => {
  const range = numbers !== null && numbers[0] !== numbers[1] ? `, between lines ${numbers[0]} and ${numbers[1]}` : ''
  return `${text}${range}${seal === null ? '' : ` (seal ${seal})`}`
}

function conclusion(
  { seals, lines, unsealed, erased, emptied, newest }: TrailSummary,
  findings: number,
  { key, isOwnKey }: { key: string | null; isOwnKey: boolean },
): string[] {
  const removed =
    emptied && `The lines of ${emptied.seals} seals were removed by retention, the last at ${emptied.lastAt}.`
  const signed =
    key === null
      ? 'Signatures were not checked: set MASTER_KEY, or give --public-key.'
      : `Signatures were checked with ${isOwnKey ? 'the key that the file brings, which only you can recognise' : 'the key'}: ${key}`
  return [
    findings === 0 ? 'The audit is as it was sealed.' : `${findings} findings: the audit is not as it was sealed.`,
    `${lines} lines in ${seals} seals; ${unsealed} lines are not sealed yet; ${erased} lines lost their details by erasure.`,
    ...(removed === null ? [] : [removed]),
    ...(newest === null ? [] : [`Newest seal: ${newest.sequence}, ${newest.sealedAt}, ${newest.hash}`]),
    signed,
  ]
}
