/** For how long a launch token can be redeemed. */
export const TOKEN_SECONDS = 60
/** For how long the access token lasts that it is redeemed for. */
export const ACCESS_TOKEN_SECONDS = 600
