import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { callSent, delivery, jobTurn, mailSent, passwordHashed, statementSent, type Work } from '../signals.ts'
import type { Active } from './telemetry.ts'

type Description = {
  name: string
  kind?: SpanKind
  attributes?: Attributes
  /** Not part of what caused it: it may run much later, and for several. */
  isRoot?: true
  /** Left out when nothing traced has caused it: what polls the database would be a trace every second. */
  isPart?: true
}

/** Spans for the work that requests, deliveries and jobs cause. @returns what ends it */
export function traceWork(tracer: Tracer, active: Active): () => void {
  const follow = makeFollow(tracer, active)
  const stops = [
    follow(statementSent, ({ name, text }) => ({
      name: name ?? operationOf(text),
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operationOf(text), 'db.query.text': text },
      isPart: true,
    })),
    follow(callSent, ({ method, host }) => ({
      name: method,
      kind: SpanKind.CLIENT,
      attributes: { 'http.request.method': method, 'server.address': host },
    })),
    follow(mailSent, () => ({ name: 'send mail', kind: SpanKind.CLIENT })),
    follow(passwordHashed, () => ({ name: 'hash password' })),
    follow(delivery, ({ kind, lane, attempt }) => ({
      name: `deliver ${kind}`,
      kind: SpanKind.CONSUMER,
      attributes: { 'gatehouse.lane': lane, 'gatehouse.attempt': attempt },
      isRoot: true,
    })),
    follow(jobTurn, ({ kind }) => ({ name: `job ${kind}`, kind: SpanKind.CONSUMER, isRoot: true })),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Such as `select`. */
const operationOf = (text: string) => /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'

function makeFollow(tracer: Tracer, active: Active) {
  return <Fact extends object>({ channel }: Work<Fact>, describe: (fact: Fact) => Description): (() => void) => {
    const spans = new WeakMap<object, Span>()
    const open = (fact: Fact) => {
      const { name, isRoot, isPart, ...options } = describe(fact)
      const cause = active.getStore()
      if (isPart && cause === undefined) return ROOT_CONTEXT
      const parent = isRoot ? ROOT_CONTEXT : (cause ?? ROOT_CONTEXT)
      const span = tracer.startSpan(name, options, parent)
      spans.set(fact, span)
      return trace.setSpan(parent, span)
    }
    // Work that runs passes its context on, before `start` is published; work that has begun only publishes it.
    channel.start.bindStore(active, open)
    const listeners = {
      start: (fact: Fact) => {
        if (!spans.has(fact)) open(fact)
      },
      end: () => undefined,
      asyncStart: () => undefined,
      asyncEnd: (fact: Fact) => spans.get(fact)?.end(),
      // Not the message, which may contain an address.
      error: (fact: Fact & { error?: unknown }) => {
        const { name, code } = fact.error as { name?: string; code?: unknown }
        spans
          .get(fact)
          ?.setAttribute('error.type', String(code ?? name))
          .setStatus({ code: SpanStatusCode.ERROR })
      },
    }
    channel.subscribe(listeners as never)
    return () => {
      channel.start.unbindStore(active)
      channel.unsubscribe(listeners as never)
    }
  }
}
