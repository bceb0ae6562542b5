/**
 * The rights that a call could give or take, and the rule that the server checks before the change. All follow one
 * principle: people cannot change people or records with more rights than their own.
 */
export const TOUCHES = {
  person: 'A person, perhaps the caller: they may not hold a permission that the caller lacks',
  standing: 'Whether a person is here and active, and as what: as `person`, and never of the caller',
  credential: 'What a person signs in with: as `person`, and never of the caller',
  assignment: 'What a person may open: as `person`, and of the caller only by those who hold every permission',
  people: 'Many people: each of them is judged on their turn',
  role: 'What a role is: it may not hold a permission that the caller lacks',
  'role-given': 'Who has a role: as `role`',
  permission: 'What a permission is: the caller holds it, or nobody but role Admin does',
  'permission-given': 'Who has a permission: the caller holds it',
  'service-account':
    'What a service account is, or its keys: it may not hold a permission that the caller lacks, and is not the caller',
  gateway: 'What carries codes and links: the caller holds every permission that anyone in its scope holds',
  template: 'What is written in messages: as `gateway`, where the message carries a code or a link',
} as const

export type Touch = keyof typeof TOUCHES

/** What a change of the record affects, if more than the record itself. */
export type RecordTouches = {
  /** A creation: judged after it is written. */
  readonly create?: RecordTouch
  /** A change: judged before and after. */
  readonly update?: RecordTouch
  readonly remove?: RecordTouch
  readonly restore?: RecordTouch
}
type RecordTouch = Exclude<Touch, 'people'>
