import type { SecurityCheck } from '@gatehouse/contract/admin/security/checklist.ts'
import type { Screen } from '../../shell/screens.ts'

/** The screen on which it is mended, for people who may open it; everything else is set where the server is started. */
export const MENDED_AT: Partial<Record<SecurityCheck, Screen['to']>> = {
  administrators: '/dashboard/user',
  strongSignIn: '/dashboard/role',
  strongFactors: '/dashboard/user',
  quietPeople: '/dashboard/user',
  applicationAddresses: '/dashboard/eaiapplication',
  unusedSecrets: '/dashboard/eaiapplication',
}
