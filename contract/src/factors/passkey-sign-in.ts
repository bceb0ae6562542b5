import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { signedIn } from '../signed-in.ts'
import { authenticationResponse, requestOptions } from './webauthn.ts'

export const requestPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/users/passkey/options',
  access: 'public',
  summary: 'The options with which a browser signs in by passkey. Sets a cookie that binds the challenge to it.',
  request: z.object({}),
  response: requestOptions,
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/users/passkey/signIn',
  access: 'public',
  summary: 'Signs in by passkey, which counts as both steps: no code is sent. Opens the session.',
  message: 'Signed in',
  request: z.object({
    credential: authenticationResponse,
    rememberMe: z.optional(z.boolean()),
    /** These three go straight to an application, as `ssoLogIn` does. */
    redirectUrl: field.optionalTextOrNull(2048),
    clientId: field.optionalTextOrNull(64),
    clientIDE: field.optionalTextOrNull(64),
  }),
  response: signedIn,
})
