import { channel } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** Facts for whoever watches this process. Publishing costs nothing while nobody does. */
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

/** A line of the audit was written: its event. */
export const auditWritten = signal<string>('audit-written')

/** The router has found the route of a request; `undefined`: there is none. */
export const requestRouted = signal<{ request: IncomingMessage; route: string | undefined }>('request-routed')

/** The outbox has tried to deliver a row. `state`: what became of the row. */
export const deliveryTried = signal<{ kind: string; state: 'ready' | 'done' | 'dead'; tookMs: number }>(
  'delivery-tried',
)
