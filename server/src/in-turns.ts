import { setImmediate } from 'node:timers/promises'

/** The items one after the other. Each time so many have been worked on, the server answers other requests in between. */
export async function* inTurns<Item>(items: Iterable<Item>, atOnce: number): AsyncGenerator<Item, void> {
  let count = 0
  for (const item of items) {
    yield item
    if (++count % atOnce === 0) await setImmediate()
  }
}
