/** The expected failures that visitors meet, too: the sign-in page loads these alone. */
export const VISITOR_ERRORS = {
  invalid_request: { status: 400, msg: 'Check what you entered and try again.' },
  envelope_invalid: { status: 400, msg: 'The encrypted request could not be read.' },
  encryption_required: { status: 400, msg: 'This server accepts encrypted requests only.' },
  already_registered: { status: 400, msg: 'User already registered' },
  setup_link_invalid: { status: 400, msg: 'This set-up link is invalid or has expired.' },
  otp_invalid: { status: 400, msg: 'Invalid OTP' },
  // Only for callers with the binding secret of step one, or without any: they reveal nothing about an account.
  otp_expired: { status: 400, msg: 'This code has expired. Request a new one.' },
  otp_used_up: { status: 400, msg: 'This code was entered incorrectly too many times. Request a new one.' },
  otp_other_browser: {
    status: 400,
    msg: 'This code belongs to another sign-in. Enter it in the browser and tab where you started, or sign in again here.',
  },
  otp_no_cookie: {
    status: 400,
    msg: 'Your browser did not send the cookie of this sign-in. Allow cookies for this site and sign in again, or enter the code in the browser where you started.',
  },
  /** A new code cannot be requested any more, either. */
  sign_in_expired: { status: 400, msg: 'This sign-in has expired. Sign in again.' },
  /** Only after the password. */
  codes_used_up: {
    status: 429,
    msg: 'No further code can be sent for this sign-in. Enter the newest one, or sign in again.',
  },
  /** Its challenge has expired, was used, or belongs to another browser or purpose. */
  passkey_expired: { status: 400, msg: 'This took too long, or was started in another tab. Try again.' },
  /** The secret was made longer ago, in another session, or for another person. */
  authenticator_expired: { status: 400, msg: 'This took too long. Start again.' },
  recovery_code_wrong: { status: 400, msg: 'This recovery code is not right, or was used already.' },
  authenticator_code_wrong: {
    status: 400,
    msg: 'This code is not right, or was used already. Check the time of your device, and enter the code that the app shows now.',
  },
  passkey_not_created: { status: 400, msg: 'This passkey could not be verified. Try again.' },
  reset_link_invalid: { status: 400, msg: 'This reset link is invalid or has expired. Request a new one.' },
  invitation_invalid: {
    status: 400,
    msg: 'This invitation is no longer valid. Ask for a new one, or sign in if you already have an account.',
  },
  /** A rule of separation of duties refuses what it gives. Only the audit says which. */
  invitation_refused: {
    status: 403,
    msg: 'What this invitation gives is refused by a rule about who may have which access. Ask the person who invited you, and use this link again afterwards.',
  },
  undo_link_invalid: {
    status: 400,
    msg: 'This change can no longer be undone: the link was used or has expired, or an administrator has changed it since.',
  },
  email_taken: { status: 400, msg: 'Somebody else has this email address already.' },
  former_taken: { status: 409, msg: 'The former one belongs to somebody else by now. Ask your administrator.' },
  recovery_invalid: {
    status: 400,
    msg: 'This link is invalid, was used or stopped, or has expired. Ask your administrator.',
  },
  stop_link_invalid: { status: 400, msg: 'This recovery is over: it was used, stopped or cancelled, or has expired.' },
  lock_link_invalid: { status: 400, msg: 'This link is invalid, has expired, or was used already.' },
  password_too_weak: { status: 400, msg: 'This password is too easy to guess. Choose another one.' },
  password_breached: {
    status: 400,
    msg: 'This password is in a list of stolen passwords. Choose another one, and change it wherever you use it.',
  },
  password_unchanged: { status: 400, msg: 'The new password must differ from the current one.' },
  password_used_before: { status: 400, msg: 'This password was yours before. Choose a new one.' },
  current_password_wrong: { status: 400, msg: 'The current password is incorrect.' },
  launch_token_invalid: { status: 400, msg: 'The launch token is invalid, expired or already used.' },
  request_expired: {
    status: 400,
    msg: 'This request was answered already, or has expired. Start again from the application.',
  },
  client_choice_needed: { status: 400, msg: 'Choose a client' },
  not_signed_in: { status: 401, msg: 'Your session has ended. Sign in again.' },
  sign_in_failed: { status: 401, msg: 'That combination is not right.' },
  passkey_refused: { status: 401, msg: 'This passkey was not accepted. Sign in another way.' },
  passkey_suspected: {
    status: 401,
    msg: 'This passkey may have been copied, so it is refused. Sign in another way, and remove or accept it under Sign-in methods.',
  },
  passkey_unknown: { status: 401, msg: 'This passkey is not registered here any more. Sign in another way.' },
  // Only after the right password or passkey: a stranger learns nothing.
  account_suspended: {
    status: 403,
    msg: 'Your account is suspended for now. Your administrator can say until when.',
  },
  application_unknown: { status: 401, msg: 'The application credentials are incorrect.' },
  not_allowed: { status: 403, msg: 'You are not allowed to do this.' },
  csrf_failed: { status: 403, msg: 'This page is out of date. Reload it and try again.' },
  /** `data` is the challenge (`WorkAsked`): the same call, made again with the work, goes on (ADR 0091). */
  proof_of_work_needed: { status: 428, msg: 'There are unusually many requests. This one needs a proof of work.' },
  confirmation_needed: { status: 403, msg: 'Confirm that it is you.' },
  email_unverified: { status: 403, msg: 'Verify your email first. We sent you a new code.' },
  email_unverified_still: { status: 403, msg: 'Verify your email first. Use the code that we sent you earlier.' },
  application_not_assigned: { status: 403, msg: 'This application is not assigned to you. Ask your administrator.' },
  // Only for the person of the assignment: to everybody else a closed application is one that is not assigned.
  application_closed: {
    status: 403,
    msg: 'This application is assigned to you, but cannot be opened at present. Ask your administrator.',
  },
  /** Only for the person whose access it was, as above. */
  application_ended: {
    status: 403,
    msg: 'Your access to this application has ended. Ask your administrator if you still need it.',
  },
  redirect_not_allowed: { status: 403, msg: 'This address does not belong to an application assigned to you.' },
  self_registration_closed: { status: 403, msg: 'Registration for this application is not open.' },
  /** A rule of separation of duties refuses it. Only the audit says which. */
  self_registration_refused: {
    status: 403,
    msg: 'You cannot add this application yourself, because of a rule about who may have which access. Ask your administrator.',
  },
  phone_unreachable: { status: 400, msg: 'No code can be sent by SMS right now. Ask your administrator.' },
  phone_taken: {
    status: 400,
    msg: 'Someone else has already confirmed this phone number. Ask your administrator to check it.',
  },
  not_found: { status: 404, msg: 'Not found' },
  body_too_large: { status: 413, msg: 'The request is too large.' },
  media_type_unsupported: { status: 415, msg: 'Send the request as application/json.' },
  misdirected: { status: 421, msg: 'This server does not answer under that host name.' },
  too_many_attempts: { status: 429, msg: 'Too many attempts. Wait a little and try again.' },
  internal: { status: 500, msg: 'Something went wrong' },
  busy: { status: 503, msg: 'The service is busy. Try again in a moment.' },
  database_unavailable: { status: 503, msg: 'The service is not available right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; msg: string }>
