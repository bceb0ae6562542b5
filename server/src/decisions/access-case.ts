/**
 * Where a matrix decides about requests for access (ADR 0109): a request has no amount and no region, so it is asked about like a
 * document of zero rupees and of all of India.
 */
export const ACCESS_CASE = { amount: 0, currency: 'INR', region: 'Panindia' } as const
