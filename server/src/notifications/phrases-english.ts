/** Sentences of several messages. */
export const HELLO = 'Hello {{ firstName }},'
export const NOT_YOU =
  'If this was not you, lock your account with this link: {{ lockLink }} Nobody can sign in to it then, until an administrator has spoken with you.'
export const ASK = 'If you did not expect this, ask your administrator.'
export const ASK_OR_LOCK =
  'If you do not know of this, ask your administrator, or lock your account with this link: {{ lockLink }} Nobody can sign in to it then, until an administrator has spoken with you.'
