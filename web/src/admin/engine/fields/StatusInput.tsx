import { STATUSES } from '@gatehouse/contract/fields.ts'
import { selectOf } from './SelectInput.tsx'

/** ACTIVE or INACTIVE. */
export const StatusInput = selectOf(STATUSES)
