export const CODE_MINUTES = 5
export const RESEND_SECONDS = 60
export const CHALLENGE_MINUTES = 10
/** The challenge of a registration stays open longer than that of a sign-in; each code still lives five minutes. */
export const PROOF_HOURS = 24
export const MAX_ATTEMPTS = 5
export const MAX_SENDS = 5
export const OPEN_SIGN_INS = 3
