/**
 * The name of every rate limit on the Activity screen. English, for `t()`. The rules stand in the server's
 * `counting/buckets.ts`.
 */
export const LIMIT_WORDS = {
  'any-requests': 'Requests from one address',
  'password-requests': 'Sign-ins from one address',
  'password-failures': 'Wrong passwords from one address',
  'password-pair': 'Wrong passwords for one account from one address',
  'password-typed': 'Wrong passwords for one account',
  'password-account': 'Wrong passwords for one account in a year',
  'password-nobody': 'Wrong passwords for an unknown account',
  'password-device': 'Wrong passwords in a known browser',
  'password-change': 'Wrong current passwords',
  'codes-account': 'Codes sent for one account',
  'codes-device': 'Codes sent for a known browser',
  'codes-email': 'Verification codes sent to one email address in an hour',
  'codes-email-day': 'Verification codes sent to one email address in a day',
  'code-requests': 'Codes asked for from one address',
  'code-typed': 'Codes asked for one account',
  'code-failures': 'Wrong codes from one address',
  'code-account': 'Wrong codes for one account',
  'code-device': 'Wrong codes in a known browser',
  'delivery-requests': 'Questions about the delivery of codes from one address',
  'sign-up-requests': 'Registrations from one address',
  'reset-requests': 'Reset links asked for from one address',
  'reset-email': 'Reset links for one email address',
  'reset-device': 'Reset links for a known browser',
  'reset-links': 'Unknown reset links from one address',
  'setup-requests': 'Attempts to set up the first administrator from one address',
  'lookup-requests': 'Look-ups from one address',
  'phone-code-account': 'Codes to the phone of one account',
  'phone-code-number': 'Codes to one phone number',
  'phone-otp-account': 'Wrong phone codes for one account',
  'client-failures': 'Wrong credentials of an application from one address',
  'grant-failures': 'Wrong codes and tokens of an application without a secret from one address',
  'long-requests': 'Long requests of applications from one address',
  'message-test': 'Test messages of one person',
  'upload-minute': 'Uploads of one person in a minute',
  'upload-day': 'Uploads of one person in a day',
} as const

export type LimitName = keyof typeof LIMIT_WORDS
