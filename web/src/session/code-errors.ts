import { isError } from '../api.ts'

const ABOUT_CODE = [
  'otp_invalid',
  'otp_expired',
  'otp_used_up',
  'otp_other_browser',
  'otp_no_cookie',
  'authenticator_code_wrong',
  'recovery_code_wrong',
] as const
/** No other code helps: the sign-in itself has to begin again. */
const NEEDS_NEW_SIGN_IN = ['otp_other_browser', 'otp_no_cookie', 'sign_in_expired'] as const

/** Whether a failure says that the code which was entered is not right. */
export function isAboutCode(error: unknown): boolean {
  return ABOUT_CODE.some((key) => isError(error, key))
}

export function needsNewSignIn(error: unknown): boolean {
  return NEEDS_NEW_SIGN_IN.some((key) => isError(error, key))
}
