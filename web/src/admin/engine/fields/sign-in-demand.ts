import { DayInput } from './DayInput.tsx'
import type { FormField } from './field.ts'

/** From which day a role, client or application needs a strong sign-in (ADR 0096). */
export const STRONG_SIGN_IN_FROM = {
  name: 'strongSignInFrom',
  label: 'Begins on',
  Input: DayInput,
  hint: 'Until that day its people are reminded to add a passkey or an authenticator app. Empty: at once.',
  onlyWith: { field: 'needsStrongSignIn', values: ['true'] },
} as const satisfies FormField<'strongSignInFrom' | 'needsStrongSignIn'>

type Row = { needsStrongSignIn: boolean; strongSignInFrom: string | null }

/** The same as values of a form. */
export const demandOf = (row: Row | null | undefined) => ({
  needsStrongSignIn: row?.needsStrongSignIn ?? false,
  strongSignInFrom: row?.strongSignInFrom ?? '',
})
