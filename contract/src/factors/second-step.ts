import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { signedIn } from '../signed-in.ts'
import { rememberBrowser } from '../signin.ts'

export const signInWithAuthenticator = endpoint({
  method: 'POST',
  path: '/api/users/consumeAuthenticatorCode',
  access: 'public',
  summary: 'Step two of signing in, after a password: a code of an authenticator app. Opens the session.',
  message: 'Signed in',
  request: z.object({ otp: field.otp(), loginTxn: field.optionalTextOrNull(128), rememberBrowser }),
  response: signedIn,
})

export const signInWithRecoveryCode = endpoint({
  method: 'POST',
  path: '/api/users/consumeRecoveryCode',
  access: 'public',
  summary: 'Step two of signing in, after a password: a recovery code, which is then used up. Opens the session.',
  message: 'Signed in',
  request: z.object({
    /** Upper and lower case are equal; spaces and hyphens are ignored. */
    code: field.requiredText('Enter a recovery code', 64),
    loginTxn: field.optionalTextOrNull(128),
  }),
  response: signedIn,
})
