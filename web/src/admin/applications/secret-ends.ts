/** The choices for the expiry of a secret. */
export const SECRET_ENDS: Record<string, string> = {
  never: 'Never, until revoked',
  '7': 'In a week',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In a year',
}

export const daysOf = (value: string): number | null => (value === 'never' ? null : Number(value))
