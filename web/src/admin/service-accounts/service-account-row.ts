import type { serviceAccounts } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import type { RowOf } from '../engine/screen.ts'

export type ServiceAccountRow = RowOf<typeof serviceAccounts>
