/**
 * Whether a person exists and is active, by the alias of `users`. A suspension counts from its first moment: the round that
 * deactivates comes a little later.
 */
export const isPersonActive = (alias: 'u' | 'l' | 'w') =>
  `(${alias}.is_active and ${alias}.deleted_at is null and (${alias}.suspended_from is null or ${alias}.suspended_from > now()))`
