/** The target of a sign-in after the right code; checked before it is stored. */
export type SignInTarget = { redirectUrl: string; applicationId: string | null; client: string | null }
