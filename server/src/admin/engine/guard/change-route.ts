import type { Endpoint, Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { judgedRoute } from '../../../http/route.ts'
import { byOf } from '../resource.ts'
import type { By } from '../store.ts'
import { type OneTouch, requireMayTouch, type Touched } from './guard.ts'

type KindsOf<E extends Endpoint> = Exclude<E['touches'][number], 'people'>

type Change<E extends Endpoint, Prepared> = {
  /** What is done before the transaction begins, such as hashing. */
  prepare?: (input: Input<E>) => Promise<Prepared>
  /** The id of each thing that the call touches. */
  targets: (input: Input<E>, prepared: Prepared) => Record<KindsOf<E>, string>
  /** Runs in the transaction, once the caller may touch all of them. */
  work: (
    tx: Tx,
    call: { input: Input<E>; by: By; prepared: Prepared; touched: { [Kind in KindsOf<E>]: Touched<Kind> } },
  ) => Promise<Output<E>>
}

/**
 * Serves a change that touches what its declaration says: the guard is asked about each of them, in that order, in the
 * transaction of the change. Who is to hear of the change is told once it stands.
 */
export function changeRoute<E extends Endpoint, Prepared = undefined>(
  app: FastifyInstance,
  { db, outbox }: Deps,
  endpoint: E,
  { prepare, targets, work }: Change<E, Prepared>,
) {
  judgedRoute(app, endpoint, async ({ input, actor, request }) => {
    const by = byOf(actor, request)
    // Without `prepare` there is nothing that could be prepared.
    const prepared = (await prepare?.(input)) as Prepared
    const ids: Record<string, string> = targets(input, prepared)
    const data = await db.transaction(async (tx) => {
      const touched: Record<string, Touched<OneTouch>> = {}
      for (const touch of endpoint.touches)
        if (touch !== 'people') touched[touch] = await requireMayTouch(tx, by.person, touch, String(ids[touch]))
      // One for each of the kinds, just made.
      const proofs = touched as unknown as { [Kind in KindsOf<E>]: Touched<Kind> }
      return work(tx, { input, by, prepared, touched: proofs })
    })
    outbox.wake()
    return data
  })
}
