import { AppError } from '../errors.ts'

/** The origin of work: an IP address or, when known, the browser of an account or a session. */
export type Source = { id: string; isKnown: boolean }

type Limits = { atOnce: number; waitingPerSource: number; waitingInAll: number }
type Waiter = { start: () => void; refuse: (reason: AppError) => void }

/**
 * Runs a limited number of tasks at once; for the others, sources take turns (round robin), so that a source with many
 * requests waits behind its own and not in front of others'. Known sources and strangers take turns, too, so that a
 * crowd of strangers costs a known source a single turn.
 *
 * @returns a function that runs a task when its turn comes. @throws AppError busy when too many wait, of this source or
 * in total
 */
export function makeFairQueue({ atOnce, waitingPerSource, waitingInAll }: Limits) {
  const known = makeRing(waitingPerSource, waitingInAll)
  const strangers = makeRing(waitingPerSource, waitingInAll)
  let running = 0
  let isKnownNext = true

  const next = (): Waiter | undefined => {
    const [first, second] = isKnownNext ? [known, strangers] : [strangers, known]
    isKnownNext = !isKnownNext
    return first.take() ?? second.take()
  }

  return async <T>({ id, isKnown }: Source, work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else await new Promise<void>((start, refuse) => (isKnown ? known : strangers).add(id, { start, refuse }))
    try {
      return await work()
    } finally {
      // The slot passes to the next waiter without becoming free in between.
      const waiter = next()
      if (waiter === undefined) running--
      else waiter.start()
    }
  }
}

/** The waiting tasks by source; the source whose turn is next comes first. */
function makeRing(perSource: number, inAll: number) {
  const queues = new Map<string, Waiter[]>()
  let count = 0

  const drop = (id: string, waiting: Waiter[]) => {
    if (waiting.length === 0) queues.delete(id)
    count--
  }

  return {
    add: (id: string, waiter: Waiter) => {
      const waiting = queues.get(id) ?? []
      if (waiting.length >= perSource) return waiter.refuse(busy())
      if (count >= inAll) {
        // When the queue is full, the source with the most waiting tasks loses one, so that no source can fill the
        // queue.
        const [longest, theirs] = [...queues].reduce((a, b) => (b[1].length > a[1].length ? b : a))
        if (theirs.length <= waiting.length + 1) return waiter.refuse(busy())
        theirs.pop()?.refuse(busy())
        drop(longest, theirs)
      }
      queues.set(id, waiting)
      waiting.push(waiter)
      count++
    },
    take: (): Waiter | undefined => {
      const [turn] = queues
      if (turn === undefined) return undefined
      const [id, waiting] = turn
      const waiter = waiting.shift()
      // Moves the source to the end of the ring.
      queues.delete(id)
      if (waiting.length > 0) queues.set(id, waiting)
      count--
      return waiter
    },
  }
}

const busy = () => new AppError('busy', { data: { retryAfterSeconds: 2 } })
