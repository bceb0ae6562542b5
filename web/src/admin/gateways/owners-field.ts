import { ownersInput } from '../people/choose/owners-input.tsx'

/** Who is notified when a gateway keeps failing (ADR 0132). */
export const OWNERS_FIELD = {
  name: 'owners',
  label: 'Owners',
  Input: ownersInput(['users:read'], 'To choose owners you also need users:read.'),
  hint: 'They are notified when it keeps failing and when it works again, and may do nothing more by it. Without an active owner, people who may change messages are.',
} as const
