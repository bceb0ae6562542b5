import { requestPasskeySignIn, signInWithPasskey } from '@gatehouse/contract/factors/passkey-sign-in.ts'
import { addPasskey, requestPasskey } from '@gatehouse/contract/factors/passkeys.ts'
import { anAuthenticator } from './authenticator.ts'
import { anAddress, someoneSignedIn } from './builders.ts'
import type { TestServer, Visitor } from './server.ts'

type Authenticator = ReturnType<typeof anAuthenticator>
type Changes = Parameters<Authenticator['get']>[1]

/** Adds a passkey to the account of a person who has just signed in. */
export async function addPasskeyTo(visitor: Visitor, authenticator: Authenticator, name = 'Phone') {
  const { data } = await visitor.call(requestPasskey)
  const added = await visitor.call(addPasskey, { credential: authenticator.create(data), name })
  if (added.status !== 200) throw new Error(`the passkey was refused: ${added.msg}`)
  return added.data
}

/** A person who has a passkey, with the browser in which they are signed in and another one without a session. */
export async function someoneWithPasskey(
  server: TestServer,
  {
    person,
    ...options
  }: Parameters<typeof anAuthenticator>[0] & { person?: Parameters<typeof someoneSignedIn>[1] } = {},
) {
  const someone = await someoneSignedIn(server, person)
  const authenticator = anAuthenticator(options)
  const passkey = await addPasskeyTo(someone.visitor, authenticator)
  return { ...someone, authenticator, passkey, browser: server.visitor({ ip: anAddress() }) }
}

/** Both requests of a sign-in by passkey. */
export async function signInByPasskey(visitor: Visitor, authenticator: Authenticator, changes?: Changes, input = {}) {
  const { data } = await visitor.call(requestPasskeySignIn)
  return visitor.call(signInWithPasskey, { credential: authenticator.get(data, changes), ...input })
}
