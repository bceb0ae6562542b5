/** A message to a person: what it says, in Liquid, with the values it needs. The HTML is made from the paragraphs. */
type Notice = {
  subject: string
  paragraphs: string[]
  /** Shown large: the code or the link that is the point of the message. */
  highlight?: { code?: string; link?: { label: string; url: string } }
}

/** The built-in texts. Codes never stand in a subject: it shows on locked screens. */
export const NOTICES = {
  'login-otp': {
    subject: 'Your sign-in code for {{ brand }}',
    paragraphs: [
      'Hello {{ firstName }},',
      'Use this code to finish signing in. It is valid for {{ minutes }} minutes.',
      'If you did not try to sign in, somebody knows your password: change it now.',
    ],
    highlight: { code: '{{ code }}' },
  },
  'verify-email': {
    subject: 'Verify your email for {{ brand }}',
    paragraphs: [
      'Hello {{ firstName }},',
      'Use this code to verify your email address. It is valid for {{ minutes }} minutes.',
      'If you did not register, ignore this message: nothing happens without the code.',
    ],
    highlight: { code: '{{ code }}' },
  },
  'reset-password': {
    subject: 'Choose a new password for {{ brand }}',
    paragraphs: [
      'Hello {{ firstName }},',
      'Open this link to choose a new password. It is valid for {{ minutes }} minutes and works once.',
      'If you did not ask for it, ignore this message: your password stays as it is.',
    ],
    highlight: { link: { label: 'Choose a new password', url: '{{ link }}' } },
  },
  'password-changed': {
    subject: 'Your {{ brand }} password was changed',
    paragraphs: [
      'Hello {{ firstName }},',
      'The password of your account was changed. You were signed out everywhere else.',
      'If this was not you, use "Forgot password?" at once and tell your administrator.',
    ],
  },
} as const satisfies Record<string, Notice>

export type NoticeName = keyof typeof NOTICES
