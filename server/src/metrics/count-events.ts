import { Counter, Histogram, type Registry } from 'prom-client'
import { AUDIT_EVENTS } from '../audit/record-audit.ts'
import type { Kind, State } from '../outbox/types.ts'
import { auditWritten, deliveryTried, questionUncovered, signedIn } from '../signals.ts'

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const KINDS = ['message', 'webhook', 'partner', 'logout'] as const satisfies Kind[]
const FACTORS = ['code', 'passkey', 'app', 'recovery', 'browser'] as const
const OUTCOMES = { done: 'delivered', ready: 'failed', dead: 'abandoned' } as const satisfies Record<State, string>

/**
 * Counts the lines of the audit that this server writes, the sign-ins, the deliveries that it
 * tries, and the questions that nobody approves.
 *
 * @returns what ends it
 */
export function countEvents(registers: Registry[]): () => void {
  const events = new Counter({
    name: 'gatehouse_audit_events_total',
    help: 'Lines of the audit that this server has written.',
    labelNames: ['event'],
    registers,
  })
  const deliveries = new Counter({
    name: 'gatehouse_deliveries_total',
    help: 'Attempts to deliver a message or a call, by their outcome; failed ones are tried again.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'gatehouse_delivery_duration_seconds',
    help: 'Time of an attempt to deliver.',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers,
  })
  const uncovered = new Counter({
    name: 'gatehouse_uncovered_questions_total',
    help: 'Questions about approvals that were denied because neither a row nor a catch-all role covers them.',
    registers,
  })
  const signIns = new Counter({
    name: 'gatehouse_sign_ins_total',
    help: 'Completed sign-ins by what they were proved with, besides the password where one was given.',
    labelNames: ['factor'],
    registers,
  })
  // A counter that appears with its first event has no increase to see.
  for (const event of AUDIT_EVENTS) events.inc({ event }, 0)
  for (const factor of FACTORS) signIns.inc({ factor }, 0)
  for (const kind of KINDS) for (const outcome of Object.values(OUTCOMES)) deliveries.inc({ kind, outcome }, 0)

  const stopEvents = auditWritten.watch((event) => events.inc({ event }))
  const stopDeliveries = deliveryTried.watch(({ kind, state, tookMs }) => {
    deliveries.inc({ kind, outcome: OUTCOMES[state] })
    seconds.observe({ kind }, tookMs / 1000)
  })
  const stopSignIns = signedIn.watch(({ factor }) => signIns.inc({ factor }))
  const stopUncovered = questionUncovered.watch(() => uncovered.inc())
  return () => {
    stopUncovered()
    stopSignIns()
    stopEvents()
    stopDeliveries()
  }
}
