/**
 * Every expected failure: its HTTP status and the text shown to people. The English text is also the key of its
 * translations (decision G11).
 */
export const ERRORS = {
  invalid_request: { status: 400, msg: 'Check what you entered and try again.' },
  envelope_invalid: { status: 400, msg: 'The encrypted request could not be read.' },
  encryption_required: { status: 400, msg: 'This server accepts encrypted requests only.' },
  already_registered: { status: 400, msg: 'User already registered' },
  setup_link_invalid: { status: 400, msg: 'This set-up link is invalid or has expired.' },
  otp_invalid: { status: 400, msg: 'Invalid OTP' },
  reset_link_invalid: { status: 400, msg: 'This reset link is invalid or has expired. Ask for a new one.' },
  password_too_weak: { status: 400, msg: 'This password is too easy to guess. Choose another one.' },
  password_unchanged: { status: 400, msg: 'The new password must differ from the current one.' },
  current_password_wrong: { status: 400, msg: 'The current password is not right.' },
  launch_token_invalid: { status: 400, msg: 'The launch token is invalid, expired or already used.' },
  client_choice_needed: { status: 400, msg: 'Choose a client' },
  not_signed_in: { status: 401, msg: 'Your session has ended. Sign in again.' },
  sign_in_failed: { status: 401, msg: 'That combination is not right.' },
  application_unknown: { status: 401, msg: 'The application credentials are not right.' },
  not_allowed: { status: 403, msg: 'You are not allowed to do this.' },
  csrf_failed: { status: 403, msg: 'This page is out of date. Reload it and try again.' },
  email_unverified: { status: 403, msg: 'Verify your email first. We sent you a new code.' },
  application_not_assigned: { status: 403, msg: 'This application is not assigned to you. Ask your administrator.' },
  redirect_not_allowed: { status: 403, msg: 'This address does not belong to an application assigned to you.' },
  self_registration_closed: { status: 403, msg: 'Registration for this application is not open.' },
  not_found: { status: 404, msg: 'Not found' },
  body_too_large: { status: 413, msg: 'The request is too large.' },
  media_type_unsupported: { status: 415, msg: 'Send the request as application/json.' },
  misdirected: { status: 421, msg: 'This server does not answer under that host name.' },
  too_many_attempts: { status: 429, msg: 'Too many attempts. Wait a little and try again.' },
  internal: { status: 500, msg: 'Something went wrong' },
  code_not_sent: { status: 503, msg: 'We could not send the code. Try again in a moment.' },
  busy: { status: 503, msg: 'The service is busy. Try again in a moment.' },
  database_unavailable: { status: 503, msg: 'The service is not available right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; msg: string }>

export type ErrorKey = keyof typeof ERRORS
