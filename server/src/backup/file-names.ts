/**
 * Of a scheduled backup. Sorts by time.
 *
 * @param id of its row, so that another portal with the same folder never gives this name
 */
export const fileName = (at: Date, id: string) => `gatehouse-${compact(at)}-${id.slice(-RANDOM_DIGITS)}.backup`

/** Of one that somebody makes by hand, also in the folder of the schedule, which removes none of these. */
export const fileNameByHand = (at: Date) => `gatehouse-by-hand-${compact(at)}.backup`

/** The last part of a UUID, which is random. */
const RANDOM_DIGITS = 12

const compact = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')
