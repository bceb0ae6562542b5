import type { users } from '@gatehouse/contract/admin/people/users.ts'
import type { RowOf } from '../engine/screen.ts'

export type UserRow = RowOf<typeof users>
