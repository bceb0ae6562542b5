import { AppError } from '../errors.ts'
import type { Caller } from '../identity/actor.ts'

/** The refusal of somebody without a permission; it says so if only a stronger sign-in is missing. */
export const notAllowed = (caller: Caller): AppError =>
  caller.kind === 'person' && caller.lacksStrongSignIn
    ? new AppError('not_allowed', {
        msg: 'The permissions of your role need a sign-in with a passkey or an authenticator app.',
      })
    : new AppError('not_allowed')
