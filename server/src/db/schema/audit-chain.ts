import { bigint, boolean, index, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytes } from './identity.ts'

/** Lines of the audit that are in no seal yet. A trigger adds each line when it is written (ADR 0051). */
export const auditUnsealed = pgTable('audit_unsealed', { number: bigint({ mode: 'number' }).primaryKey() })

/**
 * The lines that are older than the chain and in no seal yet: from `next` up to, without, `below`. Empty once all are
 * sealed.
 */
export const auditHistory = pgTable('audit_history', {
  id: smallint().primaryKey(),
  next: bigint({ mode: 'number' }).notNull(),
  below: bigint({ mode: 'number' }).notNull(),
})

/** The chain: each seal covers a batch of lines and the seal before it. Insert-only: a trigger refuses changes. */
export const auditSeals = pgTable('audit_seals', {
  sequence: bigint({ mode: 'number' }).primaryKey(),
  /** The hash of the seal before it; 32 zero bytes in the first one. */
  previous: bytes().notNull(),
  /** The root of the Merkle tree over the lines (RFC 6962). */
  root: bytes().notNull(),
  lines: integer().notNull(),
  firstNumber: bigint('first_number', { mode: 'number' }),
  lastNumber: bigint('last_number', { mode: 'number' }),
  oldestAt: at('oldest_at'),
  newestAt: at('newest_at'),
  /** Whether the lines are older than the chain. */
  isHistory: boolean('is_history').notNull(),
  /** Retention has removed the lines of all seals up to this one. */
  removedThrough: bigint('removed_through', { mode: 'number' }).notNull(),
  sealedAt: at('sealed_at').notNull(),
  hash: bytes().notNull(),
  /** Ed25519, over the hash. */
  signature: bytes().notNull(),
})

/** The leaf of each sealed line, and where it is. Retention removes it together with the line. */
export const auditLeaves = pgTable(
  'audit_leaves',
  {
    number: bigint({ mode: 'number' }).primaryKey(),
    id: uuid().notNull(),
    seal: bigint({ mode: 'number' }).notNull(),
    position: integer().notNull(),
    leaf: bytes().notNull(),
    /** Of the commitment to the details and the address of the line; `null` once they have been erased. */
    salt: bytes(),
    /** The commitment itself, once they have been erased. */
    detailsHash: bytes('details_hash'),
  },
  (t) => [index('audit_leaves_seal').on(t.seal, t.position)],
)

/**
 * How far the audit has been sent to another system (ADR 0054): one row, which servers lease by turns.
 */
export const auditStream = pgTable('audit_stream', {
  id: smallint().primaryKey(),
  /** The last item that was sent: a seal, or the line at a position of it. */
  seal: bigint({ mode: 'number' }).notNull(),
  /** -1: the seal itself, which is sent before its lines. */
  position: integer().notNull(),
  /** The server that sends; `null`: none. */
  holder: uuid(),
  /** Until then no other server sends. After a failure, no server at all sends. */
  leasedUntil: at('leased_until').notNull(),
  /** Attempts that have failed since the last success. */
  failures: integer().notNull(),
  lastError: text('last_error'),
})
