import type { users } from '@gatehouse/contract/admin/users.ts'
import type { RowOf } from '../screen.ts'

export type UserRow = RowOf<typeof users>
