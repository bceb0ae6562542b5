/** Of a scheduled backup. Sorts by time. */
export const fileName = (at: Date) => `gatehouse-${compact(at)}.backup`

/** Of one that somebody makes by hand, also in the folder of the schedule, which removes none of these. */
export const fileNameByHand = (at: Date) => `gatehouse-by-hand-${compact(at)}.backup`

const compact = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')
