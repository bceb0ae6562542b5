import { makeRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import { anAddress, someoneSignedIn } from './builders.ts'
import type { TestServer } from './server.ts'

/** A person who has made recovery codes, with the browser in which they are signed in and another one without a session. */
export async function someoneWithRecoveryCodes(server: TestServer, person?: Parameters<typeof someoneSignedIn>[1]) {
  const someone = await someoneSignedIn(server, person)
  const { codes } = (await someone.visitor.call(makeRecoveryCodes)).data
  return { ...someone, codes, browser: server.visitor({ ip: anAddress() }) }
}
