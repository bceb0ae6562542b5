import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { expect, test } from 'vitest'
import { someoneWith } from './console.ts'
import { useTestServer } from './server.ts'

const server = useTestServer()

const guarded = ENDPOINTS.filter(({ access }) => access in PERMISSIONS)

/** It is judged by the value of a field of a call that needs `users:act` (ADR 0133). */
const ADDS_TO_A_CALL: Permission = 'users:act-change'

test.each(Object.keys(PERMISSIONS) as Permission[])(
  'a role with %s opens exactly the calls of that permission',
  async (permission) => {
    const { visitor } = await someoneWith(server, [permission])
    const wrong: string[] = []
    for (const call of guarded) {
      const { status } = await visitor.call(call)
      const isOpen = status === 200 || status === 400
      if (isOpen !== (call.access === permission) || (!isOpen && status !== 403)) wrong.push(`${call.path}: ${status}`)
    }
    expect(wrong).toEqual([])
    expect(guarded.some(({ access }) => access === permission)).toBe(permission !== ADDS_TO_A_CALL)
  },
)
