import { password } from '@gatehouse/contract/fields.ts'
import { type PasswordPolicy, passwordProblem } from '@gatehouse/contract/password.ts'
import * as z from 'zod/mini'

/** A password to be chosen: given, and strong enough for the policy of this deployment. */
export function newPassword(policy: PasswordPolicy, requiredMessage: string) {
  return password(requiredMessage).check(({ value, issues }) => {
    const problem = passwordProblem(policy, value)
    if (problem) issues.push({ code: 'custom', message: problem, input: value })
  })
}

/** Check for schemas with `newPassword` and `confirmPassword`: runs also while another field is wrong. */
export const passwordsMatch = z.refine<{ newPassword: string; confirmPassword: string }>(
  ({ newPassword, confirmPassword }) => newPassword === confirmPassword || confirmPassword === '',
  { message: 'Passwords must match', path: ['confirmPassword'], when: () => true },
)
