import { DayInput } from './DayInput.tsx'
import type { FormField } from './field.ts'
import { SwitchInput } from './SwitchInput.tsx'

/** Whether an authenticator app is not enough (ADR 0118). */
export const NEEDS_PASSKEY = {
  name: 'needsPasskey',
  label: 'Only a passkey counts',
  Input: SwitchInput,
  hint: 'A false page can ask for the code of an app, but never for a passkey. Until the day on which it begins, what is needed now goes on.',
  onlyWith: { field: 'needsStrongSignIn', values: ['true'] },
} as const satisfies FormField<'needsPasskey' | 'needsStrongSignIn'>

/** From which day a role, client or application needs a strong sign-in (ADR 0096). */
export const STRONG_SIGN_IN_FROM = {
  name: 'strongSignInFrom',
  label: 'Begins on',
  Input: DayInput,
  hint: 'Until that day its people are reminded to add what they lack. Empty: at once.',
  onlyWith: { field: 'needsStrongSignIn', values: ['true'] },
} as const satisfies FormField<'strongSignInFrom' | 'needsStrongSignIn'>

type Row = { needsStrongSignIn: boolean; needsPasskey: boolean; strongSignInFrom: string | null }

/** The same as values of a form. */
export const demandOf = (row: Row | null | undefined) => ({
  needsStrongSignIn: row?.needsStrongSignIn ?? false,
  needsPasskey: row?.needsPasskey ?? false,
  strongSignInFrom: row?.strongSignInFrom ?? '',
})
