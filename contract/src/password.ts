/** `spec`: requirement W8. `modern`: length instead of classes (requirement S7). */
export type PasswordPolicy = 'spec' | 'modern'

const MODERN_MIN_LENGTH = 15

/** The single rules of a policy, so that a form can tick them while the person types. */
export const PASSWORD_RULES: Record<PasswordPolicy, { label: string; holds: (password: string) => boolean }[]> = {
  spec: [
    { label: 'At least 8 characters', holds: (typed) => typed.length >= 8 },
    { label: 'One uppercase letter', holds: (typed) => /[A-Z]/.test(typed) },
    { label: 'One lowercase letter', holds: (typed) => /[a-z]/.test(typed) },
    { label: 'One number', holds: (typed) => /\d/.test(typed) },
    {
      label: 'One of @ $ ! % * # ? & and nothing else besides letters and numbers',
      holds: (typed) => /[@$!%*#?&]/.test(typed) && /^[A-Za-z\d@$!%*#?&]*$/.test(typed),
    },
  ],
  modern: [{ label: 'At least 15 characters', holds: (typed) => [...typed].length >= MODERN_MIN_LENGTH }],
}

const MESSAGES: Record<PasswordPolicy, string> = {
  spec: 'Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and one special case Character',
  modern: 'Must contain at least 15 characters',
}

/** The message for people when a new password breaks a rule of the policy; `null` when it keeps all. */
export function passwordProblem(policy: PasswordPolicy, password: string): string | null {
  return PASSWORD_RULES[policy].every((rule) => rule.holds(password)) ? null : MESSAGES[policy]
}
