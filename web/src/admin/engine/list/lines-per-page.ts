/** Of a list that is read from the newest line to the oldest. */
export const LINES_PER_PAGE = 25
