import { expect, test } from 'vitest'
import { ENDPOINTS } from './endpoints.ts'
import { isForServiceAccounts } from './service-accounts.ts'

/** The section "Keys" of a service account names them. Reading is for programs, too. */
const PEOPLE_ALONE = {
  keys: ['/api/admin/serviceAccounts/addKey'],
  recoveries: ['/api/users/startRecovery', '/api/users/approveRecovery'],
  acting: ['/api/users/act'],
  exceptions: ['/api/admin/conflictExceptions/add'],
  approvals: ['start', 'stop', 'ask', 'confirm', 'sendBack', 'withdraw', 'date', 'callOff'].map(
    (change) => `/api/admin/approvalPublishing/${change}`,
  ),
  reviews: ['start', 'complete', 'saveSettings'].map((change) => `/api/admin/reviews/${change}`),
}

test('of the calls that need a permission, a key is refused for those that a person answers for', () => {
  const refused = ENDPOINTS.filter(
    (call) => !['public', 'session', 'application'].includes(call.access) && !isForServiceAccounts(call),
  )
  expect(refused.map(({ path }) => path).sort()).toEqual(Object.values(PEOPLE_ALONE).flat().sort())
})
