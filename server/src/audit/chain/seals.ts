import { type KeyObject, sign, verify } from 'node:crypto'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Executor } from '../../db/database.ts'
import { canonicalJson } from './canonical-json.ts'
import { instant } from './lines.ts'
import { hashOf } from './merkle.ts'

/** What a seal says; hashes as hex, times as `TrailLine` has them. */
export type SealHeader = {
  sequence: number
  previous: string
  root: string
  lines: number
  firstNumber: number | null
  lastNumber: number | null
  oldestAt: string | null
  newestAt: string | null
  isHistory: boolean
  removedThrough: number
  sealedAt: string
}

export type Seal = SealHeader & { hash: string; signature: string }

/** What the first seal has as the hash of the one before it. */
export const NO_SEAL = '0'.repeat(64)

/** The columns of `audit_seals s`, as `Seal`; whole numbers as text. */
export const SEAL_COLUMNS = raw(
  `s.sequence, encode(s.previous, 'hex') as previous, encode(s.root, 'hex') as root, s.lines,
  s.first_number as "firstNumber", s.last_number as "lastNumber", ${instant('s.oldest_at')} as "oldestAt",
  ${instant('s.newest_at')} as "newestAt", s.is_history as "isHistory", s.removed_through as "removedThrough",
  ${instant('s.sealed_at')} as "sealedAt", encode(s.hash, 'hex') as hash, encode(s.signature, 'hex') as signature`,
)

type SealRow = Omit<Seal, 'sequence' | 'firstNumber' | 'lastNumber' | 'removedThrough'> & {
  sequence: string
  firstNumber: string | null
  lastNumber: string | null
  removedThrough: string
}

/** @param rest what follows the table: conditions, order and limit */
export async function readSeals(on: Executor, rest: Sql): Promise<Seal[]> {
  const { rows } = await on.execute<SealRow>(sql`select ${SEAL_COLUMNS} from audit_seals s ${rest}`)
  return rows.map(sealOf)
}

export const newestSeal = async (on: Executor): Promise<Seal | null> =>
  (await readSeals(on, sql`order by s.sequence desc limit 1`))[0] ?? null

/** Adds a seal to the chain; the caller holds the lock of the chain. */
export async function insertSeal(on: Executor, seal: Seal): Promise<void> {
  await on.execute(sql`
    insert into audit_seals (sequence, previous, root, lines, first_number, last_number, oldest_at, newest_at, is_history,
      removed_through, sealed_at, hash, signature)
    values (${seal.sequence}, ${bytesOf(seal.previous)}, ${bytesOf(seal.root)}, ${seal.lines}, ${seal.firstNumber},
      ${seal.lastNumber}, ${seal.oldestAt}, ${seal.newestAt}, ${seal.isHistory}, ${seal.removedThrough},
      ${seal.sealedAt}, ${bytesOf(seal.hash)}, ${bytesOf(seal.signature)})`)
}

export function closeSeal(header: SealHeader, key: KeyObject): Seal {
  const hash = hashOfSeal(header)
  return { ...header, hash: hash.toString('hex'), signature: sign(null, hash, key).toString('hex') }
}

/** Whether a seal is as it was made. `publicKey`: `null` when it is not known. */
export function isIntact(seal: Seal, publicKey: KeyObject | null): boolean {
  const hash = hashOfSeal(seal)
  if (hash.toString('hex') !== seal.hash) return false
  return publicKey === null || verify(null, hash, publicKey, bytesOf(seal.signature))
}

function hashOfSeal(seal: SealHeader): Buffer {
  const { sequence, previous, root, lines, firstNumber, lastNumber } = seal
  const { oldestAt, newestAt, isHistory, removedThrough, sealedAt } = seal
  const numbers = { sequence, lines, firstNumber, lastNumber, removedThrough }
  return hashOf('seal', canonicalJson({ ...numbers, previous, root, oldestAt, newestAt, isHistory, sealedAt }))
}

const bytesOf = (hex: string) => Buffer.from(hex, 'hex')

const numberOf = (text: string | null) => (text === null ? null : Number(text))

const sealOf = ({ sequence, firstNumber, lastNumber, removedThrough, ...row }: SealRow): Seal => ({
  ...row,
  sequence: Number(sequence),
  firstNumber: numberOf(firstNumber),
  lastNumber: numberOf(lastNumber),
  removedThrough: Number(removedThrough),
})
