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
  /** Runs before the transaction, for slow work such as hashing. */
  prepare?: (input: Input<E>) => Promise<Prepared>
  /** The id of each record that the call touches. */
  targets: (input: Input<E>, prepared: Prepared) => Record<KindsOf<E>, string>
  /**
   * Locks the people of the call in the order of their ids, before the guard locks those that it judges. Needed where a call is about
   * several: otherwise two calls about the same people could each wait for the other.
   */
  lockPeople?: (tx: Tx, input: Input<E>) => Promise<void>
  /** Runs in the transaction after the guard has allowed all of them. */
  work: (
    tx: Tx,
    call: { input: Input<E>; by: By; prepared: Prepared; touched: { [Kind in KindsOf<E>]: Touched<Kind> } },
  ) => Promise<Output<E>>
}

/**
 * Serves a change. The guard checks each record that the declaration of the call names, in that order, in the
 * transaction of the change. Notices are sent after the commit.
 */
export function changeRoute<E extends Endpoint, Prepared = undefined>(
  app: FastifyInstance,
  { db, outbox }: Deps,
  endpoint: E,
  { prepare, targets, lockPeople, work }: Change<E, Prepared>,
) {
  judgedRoute(app, endpoint, async ({ input, actor, request }) => {
    const by = byOf(actor, request)
    // Without `prepare` there is nothing that could be prepared.
    const prepared = (await prepare?.(input)) as Prepared
    const ids: Record<string, string> = targets(input, prepared)
    const data = await db.transaction(async (tx) => {
      await lockPeople?.(tx, input)
      const touched: Record<string, Touched<OneTouch>> = {}
      for (const touch of endpoint.touches)
        if (touch !== 'people') touched[touch] = await requireMayTouch(tx, by.person, touch, String(ids[touch]))
      // One proof for each kind, created above.
      const proofs = touched as unknown as { [Kind in KindsOf<E>]: Touched<Kind> }
      return work(tx, { input, by, prepared, touched: proofs })
    })
    outbox.wake()
    return data
  })
}
