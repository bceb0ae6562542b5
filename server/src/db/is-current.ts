/** Whether an assignment, or a stand-in (`t`), has begun and has not ended, by the alias of its table. */
export const isCurrent = (alias: 's' | 'g' | 'ls' | 'ps' | 't') =>
  `(${alias}.valid_from is null or ${alias}.valid_from <= now()) and (${alias}.valid_until is null or ${alias}.valid_until > now())`

/** Whether the end of an assignment has come: a moment later it is removed. */
export const isOver = (alias: 's') => `coalesce(${alias}.valid_until <= now(), false)`
