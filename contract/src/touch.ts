/**
 * What a call could give to somebody or take from somebody, and what the server asks about it before anything is
 * changed. One rule stands behind all of them: nobody changes who or what may do more than they may themselves.
 */
export const TOUCHES = {
  person: 'A person, perhaps oneself: they may not hold a permission that the caller lacks',
  standing: 'Whether a person is here and active, and as what: as `person`, and never of oneself',
  credential: 'What a person signs in with: as `person`, and never of oneself',
  assignment: 'What a person may open: as `person`, and of oneself only by those who hold every permission',
  people: 'Many people: each of them is judged on their turn',
  role: 'What a role is: it may not hold a permission that the caller lacks',
  'role-given': 'Who has a role: as `role`',
  permission: 'What a permission is: the caller holds it, or nobody but role Admin does',
  'permission-given': 'Who has a permission: the caller holds it',
  gateway: 'What carries codes and links: the caller holds every permission that anyone in its scope holds',
  template: 'What is written in messages: as `gateway`, where the message carries a code or a link',
} as const

export type Touch = keyof typeof TOUCHES
