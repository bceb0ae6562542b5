export { connect, type Gatehouse, type Settings } from './gatehouse.ts'
export { PortalRefused, PortalUnavailable } from './portal-error.ts'
export type { Receipt } from './receipts.ts'
export type * from './types.ts'
