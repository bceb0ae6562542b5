import type { ReviewScope } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { asciiDigits } from '@gatehouse/contract/ascii-digits.ts'
import * as z from 'zod/mini'

/** The fields of a form that choose assignments: texts, as forms hold them; empty means any. */
export const scopeFields = {
  clientId: z.string(),
  applicationId: z.string(),
  role: z.string(),
  roleId: z.string(),
  isPrivileged: z.boolean(),
  unusedDays: z.string(),
  endsWithinDays: z.string(),
}
const form = z.object(scopeFields)
export type ScopeForm = z.output<typeof form>

export const NOTHING_CHOSEN: ScopeForm = {
  ...{ clientId: '', applicationId: '', role: '', roleId: '', isPrivileged: false, unusedDays: '', endsWithinDays: '' },
}

function days(typed: string): number | null {
  const text = asciiDigits(typed).trim()
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null
}

export function scopeOf({ clientId, applicationId, role, roleId, ...rest }: ScopeForm): ReviewScope {
  return {
    ...{ clientId: clientId || null, applicationId: applicationId || null, role: role.trim(), roleId: roleId || null },
    ...{ isPrivileged: rest.isPrivileged, userId: null },
    ...{ unusedDays: days(rest.unusedDays), endsWithinDays: days(rest.endsWithinDays) },
  }
}
