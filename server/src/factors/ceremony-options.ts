import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { describeOwnPasskeys } from '@gatehouse/contract/factors/passkeys.ts'
import type { CreationOptions, RequestOptions } from '@gatehouse/contract/factors/webauthn.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import type { Person } from '../identity/actor.ts'
import { CHALLENGE_SECONDS } from './passkey-challenges.ts'
import { type Portal, relyingPartyOf } from './relying-party.ts'
import { ALGORITHMS } from './verify-passkey.ts'

const TIMEOUT_MS = CHALLENGE_SECONDS * 1000
type Descriptors = RequestOptions['allowCredentials']

/** The id of a person for authenticators: the bytes of their id here, which say nothing about them. */
export const handleOf = (userId: string): string => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** How authenticators know a person. */
const accountOf = ({ userId, user }: Person) => ({
  userId: handleOf(userId),
  name: user.email,
  displayName: fullName(user),
})

/** What password managers may know of the passkeys of a person: the ids are shown to nobody else. */
export const acceptedPasskeys = (
  portal: Portal,
  person: Person,
  passkeys: Descriptors,
): Output<typeof describeOwnPasskeys> => ({
  rpId: relyingPartyOf(portal).id,
  ...accountOf(person),
  credentialIds: passkeys.map(({ id }) => id),
})

/** For a new passkey, beside those that the person has. */
export function creationOptions(
  portal: Portal,
  person: Person,
  challenge: string,
  excludeCredentials: Descriptors,
): CreationOptions {
  const { id, name } = relyingPartyOf(portal)
  const { userId, ...account } = accountOf(person)
  return {
    rp: { id, name },
    user: { id: userId, ...account },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MS,
    excludeCredentials,
    // Kept by the authenticator with its person, so that nobody has to type who they are.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** For a signature with one of these passkeys; none: with any of this portal. */
export function requestOptions(portal: Portal, challenge: string, allowCredentials: Descriptors = []): RequestOptions {
  const { id: rpId } = relyingPartyOf(portal)
  return { rpId, challenge, timeout: TIMEOUT_MS, allowCredentials, userVerification: 'required' }
}
