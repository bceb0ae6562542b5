/**
 * The name of every rate limit on the Activity screen. English, for `t()`. The rules stand in the server's
 * `counting/buckets.ts`.
 */
export const LIMIT_WORDS = {
  'any-requests': 'Requests from one IP address',
  'sign-in-failures': 'Failed sign-ins from all unknown browsers together',
  'password-requests': 'Sign-ins from one IP address',
  'password-failures': 'Wrong passwords from one IP address',
  'password-pair': 'Wrong passwords for one account from one IP address',
  'password-typed': 'Wrong passwords for one account',
  'password-account': 'Wrong passwords for one account in a year',
  'password-nobody': 'Wrong passwords for an unknown account',
  'password-device': 'Wrong passwords in a known browser',
  'password-change': 'Wrong current passwords',
  'codes-account': 'Codes sent for one account',
  'codes-device': 'Codes sent for a known browser',
  'codes-email': 'Verification codes sent to one email address in an hour',
  'codes-email-day': 'Verification codes sent to one email address in a day',
  'code-requests': 'Code requests from one IP address',
  'code-typed': 'Code requests for one account',
  'code-failures': 'Wrong codes from one IP address',
  'code-account': 'Wrong codes for one account',
  'code-device': 'Wrong codes in a known browser',
  'delivery-requests': 'Code delivery checks from one IP address',
  'sign-up-requests': 'Registrations from one IP address',
  'reset-requests': 'Reset link requests from one IP address',
  'reset-email': 'Reset links for one email address',
  'reset-device': 'Reset links for a known browser',
  'reset-links': 'Unknown reset links from one IP address',
  'setup-requests': 'Attempts to set up the first administrator from one IP address',
  'lookup-requests': 'Lookups from one IP address',
  'phone-code-account': 'Codes to the phone of one account',
  'phone-code-number': 'Codes to one phone number',
  'phone-otp-account': 'Wrong phone codes for one account',
  'client-failures': 'Wrong application credentials from one IP address',
  'grant-failures': 'Wrong codes and tokens of a public client from one IP address',
  'long-requests': 'Large application requests from one IP address',
  'message-test': 'Test messages from one person',
  'upload-minute': 'Uploads by one person in a minute',
  'upload-day': 'Uploads by one person in a day',
} as const

export type LimitName = keyof typeof LIMIT_WORDS
