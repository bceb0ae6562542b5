import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { isOwnDomain } from '@gatehouse/contract/factors/own-domain.ts'
import { requestPasskeySignIn, signInWithPasskey } from '@gatehouse/contract/factors/passkey-sign-in.ts'
import {
  addPasskey,
  confirmWithPasskey,
  describeOwnPasskeys,
  type Passkey,
  requestConfirmation,
  requestPasskey,
} from '@gatehouse/contract/factors/passkeys.ts'
import { requestPasskeyStep, signInWithPasskeyStep } from '@gatehouse/contract/factors/second-step.ts'
import type { RequestOptions } from '@gatehouse/contract/factors/webauthn.ts'
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { call, isError } from '../api.ts'
import { ApiError } from '../api-error.ts'

/** Where a sign-in goes, and whether the browser is remembered. */
export type AskedSignIn = Omit<Input<typeof signInWithPasskey>, 'credential'>
type Next = Output<typeof signInWithPasskey>['next']

/** Signs in with the passkey that the person chooses in the browser's own dialog. */
export async function signInByPasskey(asked: () => AskedSignIn): Promise<Next> {
  const options = await call(requestPasskeySignIn, {})
  return finish(options, await use(options), asked())
}

/**
 * Offers passkeys in the field with `autocomplete="… webauthn"`, until one is chosen or another ceremony begins.
 *
 * @returns `null` when none was chosen, or none could be offered
 * @throws ApiError when the chosen one was refused
 */
export async function signInFromField(asked: () => AskedSignIn, isWanted: () => boolean): Promise<Next | null> {
  if (!(await browserSupportsWebAuthnAutofill())) return null
  const options = await call(requestPasskeySignIn, {}).catch(() => null)
  if (options === null || !isWanted()) return null
  const credential = await use(options, true).catch(() => null)
  // The button may have been pressed meanwhile.
  return credential !== null && isWanted() ? finish(options, credential, asked()) : null
}

/** Ends the offer in the field. */
export const stopOffering = () => WebAuthnAbortService.cancelCeremony()

/** Step two after the password: a passkey of the same person. */
export async function takePasskeyStep(rememberBrowser: boolean): Promise<Next> {
  const options = await call(requestPasskeyStep, {})
  const credential = await use(options)
  const { next } = await forgetUnknown(
    options,
    credential.id,
    call(signInWithPasskeyStep, { credential, rememberBrowser }),
  )
  return next
}

/** The signed-in person proves again who they are. */
export async function confirmByPasskey(): Promise<void> {
  const options = await call(requestConfirmation, {})
  const credential = await use(options)
  await forgetUnknown(options, credential.id, call(confirmWithPasskey, { credential }))
}

/** Makes a passkey and adds it to the account. */
export const createPasskey = (): Promise<Passkey> => alone(create)

async function create(): Promise<Passkey> {
  const options = await call(requestPasskey, {})
  const credential = await startRegistration({
    // The server sends what the browser understands.
    optionsJSON: options as PublicKeyCredentialCreationOptionsJSON,
  }).catch((failure: unknown) => {
    const isThere = failure instanceof WebAuthnError && failure.name === 'InvalidStateError'
    throw new ApiError(
      0,
      isThere ? ALREADY_HERE : isElsewhere(failure) ? refusalOf(options.rp.id) : NOT_ADDED,
      null,
      failure,
    )
  })
  return call(addPasskey, { credential })
}

/** Password managers then offer only the passkeys that still sign in, under the present name of the person. */
export async function signalPasskeys(): Promise<void> {
  if ('signalAllAcceptedCredentials' in PublicKeyCredential) await alone(signal)
}

async function signal(): Promise<void> {
  const { rpId: rpID, userId: userID, name, displayName, credentialIds } = await call(describeOwnPasskeys, {})
  await sendSignal({
    ...{ signalName: 'allAcceptedCredentials', rpID, userID },
    allAcceptedCredentialIDs: credentialIds,
  })
  await sendSignal({ signalName: 'currentUserDetails', rpID, userID, userName: name, userDisplayName: displayName })
}

/**
 * While a passkey is made, no tab tells password managers which ones are accepted: they would forget the one that the portal
 * does not know yet.
 */
const alone = <T>(work: () => Promise<T>): Promise<T> => navigator.locks.request('gatehouse-passkeys', work)

const NOT_USED = 'No passkey was used. Try again, or sign in another way.'
const NOT_ADDED = 'No passkey was added. Try again whenever you like.'
const ALREADY_HERE = 'This device already has a passkey for your account.'

const ELSEWHERE =
  'Passkeys do not work at this address of the portal. Open it at its usual address, or sign in another way.'

const UNCONFIRMED =
  'Passkeys do not work here now: the former address of the portal does not confirm this one, or this browser cannot ask it. Sign in another way.'

/** The page is open under a name to which the portal's passkeys do not belong. */
const isElsewhere = (failure: unknown) => failure instanceof Error && failure.name === 'SecurityError'

/** Why the browser uses no passkey of this relying party here. Only a full host name can be a former one. */
const refusalOf = (rpId: string) =>
  rpId.includes('.') && !isOwnDomain(rpId, window.location.hostname) ? UNCONFIRMED : ELSEWHERE

const use = (options: RequestOptions, useBrowserAutofill = false) =>
  startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON, useBrowserAutofill }).catch(
    (failure: unknown) => {
      // Browsers do not say whether the person cancelled, or has no passkey.
      throw new ApiError(0, isElsewhere(failure) ? refusalOf(options.rpId) : NOT_USED, null, failure)
    },
  )

async function finish(
  options: RequestOptions,
  credential: Awaited<ReturnType<typeof use>>,
  asked: AskedSignIn,
): Promise<Next> {
  const { next } = await forgetUnknown(options, credential.id, call(signInWithPasskey, { ...asked, credential }))
  return next
}

/** Password managers offer a passkey no more that the portal does not know. */
async function forgetUnknown<T>({ rpId }: RequestOptions, credentialId: string, signingIn: Promise<T>): Promise<T> {
  try {
    return await signingIn
  } catch (error) {
    if (isError(error, 'passkey_unknown')) void forget(rpId, credentialId)
    throw error
  }
}

const forget = (rpID: string, credentialID: string) =>
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined)
