import type { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import type { RowOf } from '../../engine/screen.ts'

export type ClientRow = RowOf<typeof clients>
