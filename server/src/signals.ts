import { channel, tracingChannel } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** Facts for the subscribers in this process. Publishing costs nothing without a subscriber. */
function signal<Fact>(name: string) {
  const made = channel(`gatehouse:${name}`)
  return {
    publish: (fact: Fact) => made.publish(fact),
    /** @returns what ends it */
    watch: (listener: (fact: Fact) => void) => {
      const listen = (fact: unknown) => listener(fact as Fact)
      made.subscribe(listen)
      return () => void made.unsubscribe(listen)
    },
  }
}

/** A piece of work that can fail, for subscribers that time it. Costs next to nothing without a subscriber. */
export type Work<Fact extends object> = {
  /** Runs the work. What it starts belongs to it. */
  run: <T>(fact: Fact, work: () => Promise<T>) => Promise<T>
  /** For work that ends in a callback. @returns what ends it; `null`: nobody watches */
  begin: (fact: Fact) => ((failed: Error | null) => void) | null
  /** For subscribers. Of work that has begun, only `start`, `error` and `asyncEnd` are published. */
  channel: ReturnType<typeof tracingChannel<unknown, Fact & { error?: unknown }>>
}

function work<Fact extends object>(name: string): Work<Fact> {
  const made = tracingChannel<unknown, Fact & { error?: unknown }>(`gatehouse:${name}`)
  return {
    run: (fact, task) => made.tracePromise(task, fact),
    begin: (fact) => {
      if (!made.start.hasSubscribers) return null
      made.start.publish(fact)
      return (failed) => {
        if (failed !== null) made.error.publish(Object.assign(fact, { error: failed }))
        made.asyncEnd.publish(fact)
      }
    },
    channel: made,
  }
}

/** A line of the audit was written: its event. */
export const auditWritten = signal<string>('audit-written')

/** A sign-in was completed. `factor`: what it was proved with, besides the password where one was given. */
export const signedIn = signal<{ factor: 'app' | 'browser' | 'passkey' | 'recovery' | 'code' }>('signed-in')

/** An application has asked about what neither a row nor a catch-all role covers. */
export const questionUncovered = signal<object>('question-uncovered')

/** The router has found the route of a request; `undefined`: there is none. */
export const requestRouted = signal<{ request: IncomingMessage; route: string | undefined }>('request-routed')

/** The outbox has tried to deliver a row. `state`: what became of the row. */
export const deliveryTried = signal<{ kind: string; state: 'ready' | 'done' | 'dead'; tookMs: number }>(
  'delivery-tried',
)

/** A line of the log, as JSON and without secrets. */
export const logWritten = signal<string>('log-written')

/** A statement, with the wait for a connection. Its text contains no values. `name`: of a prepared one. */
export const statementSent = work<{ name: string | undefined; text: string }>('statement')

/** A call to another system. `host`: as an administrator has registered it. */
export const callSent = work<{ method: string; host: string }>('call')

/** A message is handed to a mail server. */
export const mailSent = work<object>('mail')

/** A row of the outbox is delivered. */
export const delivery = work<{ kind: string; lane: string; attempt: number }>('delivery')

/** A turn of a job in the background. */
export const jobTurn = work<{ kind: string }>('job')

/** A password is hashed or compared, with the wait for its turn. */
export const passwordHashed = work<object>('password')
