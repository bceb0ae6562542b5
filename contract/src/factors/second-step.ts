import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { signedIn } from '../signed-in.ts'
import { rememberBrowser } from '../signin.ts'
import { authenticationResponse, requestOptions } from './webauthn.ts'

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

export const requestPasskeyStep = endpoint({
  method: 'POST',
  path: '/api/users/passkeyStepOptions',
  access: 'public',
  summary: 'After a password: the options with which a browser takes step two by a passkey of that person.',
  request: z.object({ loginTxn: field.optionalTextOrNull(128) }),
  response: requestOptions,
})

export const signInWithPasskeyStep = endpoint({
  method: 'POST',
  path: '/api/users/consumePasskey',
  access: 'public',
  summary: 'Step two of signing in, after a password: a passkey of that person. Opens the session.',
  message: 'Signed in',
  request: z.object({
    credential: authenticationResponse,
    loginTxn: field.optionalTextOrNull(128),
    rememberBrowser,
  }),
  response: signedIn,
})
