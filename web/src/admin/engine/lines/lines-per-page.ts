/** The page size of lists that go from the newest line to the oldest. */
export const LINES_PER_PAGE = 25
