import type { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { ConfirmMinutesInput } from '../engine/fields/ConfirmMinutesInput.tsx'
import type { FormField } from '../engine/fields/field.ts'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import { NEEDS_PASSKEY, STRONG_SIGN_IN_FROM } from '../engine/fields/sign-in-demand.ts'
import type { InputOf } from '../engine/screen-of.ts'

/** Which sign-in an application needs (ADR 0096). */
export const NEEDED_SIGN_IN_FIELDS: FormField<InputOf<typeof applications>>[] = [
  {
    name: 'needsStrongSignIn',
    label: 'Needs a passkey or an authenticator app',
    Input: SwitchInput,
    group: 'Needed sign-in',
    hint: 'Without such a sign-in it does not open: the person confirms with one, or adds one first.',
  },
  NEEDS_PASSKEY,
  STRONG_SIGN_IN_FROM,
  {
    name: 'confirmMinutes',
    label: 'Sign-in before opening',
    Input: ConfirmMinutesInput,
    hint: 'Whoever opens it must have signed in so recently, or signs in again. What is open already stays open.',
  },
]
