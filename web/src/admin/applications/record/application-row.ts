import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import type { RowOf } from '../../engine/screen.ts'

export type ApplicationRow = RowOf<typeof applications>
