export type BatchSize = { items: number; bytes: number }

/** What is sent at once, at most. Receivers often refuse requests of more than a megabyte. */
const WHOLE: BatchSize = { items: 500, bytes: 512 * 1024 }
/** A batch is divided by no more than this: it is larger than the number of items, so that single items can be sent. */
const PARTS_MAX = 512
/** So many batches of a size must arrive before one of twice the size is tried. */
const ARRIVED_MIN = 10

/**
 * How much is sent at once. After a failure the batch is halved, until one gets through; later ones grow again. Any failure counts: to what is
 * too large or takes too long, a proxy before the receiver answers in its own way.
 */
export function makeBatchSize() {
  let parts = 1
  let arrived = 0
  const shrinkTo = (least: number) => {
    const former = parts
    parts = Math.min(PARTS_MAX, Math.max(parts, least))
    if (parts !== former) arrived = 0
  }
  return {
    size: (): BatchSize => ({ items: Math.max(1, Math.floor(WHOLE.items / parts)), bytes: WHOLE.bytes / parts }),
    /** @param failures how often the next batch has failed in a row, at any server */
    limit: (failures: number) => shrinkTo(2 ** Math.min(failures, Math.log2(PARTS_MAX))),
    noteFailed: () => shrinkTo(parts * 2),
    noteArrived: () => {
      arrived++
      if (arrived < ARRIVED_MIN) return
      arrived = 0
      parts = Math.max(1, parts / 2)
    },
  }
}
