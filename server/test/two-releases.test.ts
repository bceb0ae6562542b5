import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { changePassword, consumeRequestEmailOtp, signUp } from '@gatehouse/contract/signin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from './builders.ts'
import { aCluster, type Cluster, type Member } from './cluster.ts'
import { formerRelease, hasHistory } from './former-release.ts'
import { cleanUp, laterCode, signInAt } from './processes.ts'

// While one release replaces another, servers of both use one database, which the newer one has migrated.

describe.runIf(hasHistory)('a server of the release before', () => {
  let folder: string
  let cluster: Cluster
  let former: Member
  let current: Member
  beforeAll(async () => {
    folder = formerRelease()
    cluster = await aCluster({ isEmpty: true })
    const admin = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
    former = await cluster.start(admin, join(folder, 'server/src/main.ts'))
    current = await cluster.start(admin)
  })
  afterAll(async () => {
    await cluster.stop()
    await cleanUp()
    rmSync(folder, { recursive: true, force: true })
  })

  test('works beside one of this release: registration, sign-in, session, a change of password', async () => {
    const email = 'asha@example.com'
    const form = { firstName: 'Asha', lastName: 'Rao', email, phoneNumber: '9876543210', password: PASSWORD }
    for (const [begins, ends] of [
      [former, current],
      [current, former],
    ] as const) {
      const who = `${begins === former ? 'a' : 'b'}.${email}`
      const person = { ...form, email: who, phoneNumber: begins === former ? '9876543211' : '9876543212' }
      expect(await begins.call(signUp, person)).toMatchObject({ code: 200 })
      const otp = await laterCode(ends, who, undefined)
      expect(await ends.call(consumeRequestEmailOtp, { email: who, otp })).toMatchObject({ code: 200 })
      const authorization = `Bearer ${await signInAt(begins, who, PASSWORD, ends)}`
      for (const member of [former, current]) {
        expect((await member.call(getSession, {}, { authorization })).data.session?.user.email).toBe(who)
        expect((await member.call(listTiles, {}, { authorization })).code).toBe(200)
      }
      const changed = { oldPassword: PASSWORD, newPassword: 'Falcon#Meadow87*Rope' }
      expect(await ends.call(changePassword, changed, { authorization })).toMatchObject({ code: 200 })
    }
    expect(former.out()).not.toMatch(/"level":(50|60)/)
    expect([former.err(), current.err()]).toEqual(['', ''])
  })
})
