/**
 * Every expected failure: its HTTP status and the text shown to people. The English text is also the key of its
 * translations (requirement G11).
 */
export const ERRORS = {
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
  request_expired: { status: 400, msg: 'This request has expired. Start again from the application.' },
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
  redirect_not_allowed: { status: 403, msg: 'This address does not belong to an application assigned to you.' },
  self_registration_closed: { status: 403, msg: 'Registration for this application is not open.' },
  /** A rule of separation of duties refuses it. Only the audit says which. */
  self_registration_refused: {
    status: 403,
    msg: 'You cannot add this application yourself, because of a rule about who may have which access. Ask your administrator.',
  },
  too_many_rows: {
    status: 400,
    msg: 'There are more than 10,000 rows. Request pages with page, pageSize, field, search, sort and order.',
  },
  picture_invalid: { status: 400, msg: 'please select file' },
  picture_too_large: {
    status: 400,
    msg: 'File size exceeds limit (405 * 124). Choose a similar-sized file within (405 * 124) and  (350 * 110).',
  },
  secret_needed_again: {
    status: 400,
    msg: 'The address has changed. Enter the password and other secrets again, so that they are not sent to an unintended address.',
  },
  phone_missing: { status: 400, msg: 'Your account has no phone number. Ask your administrator to add it.' },
  phone_confirmed: { status: 400, msg: 'This phone number is already confirmed.' },
  phone_unreachable: { status: 400, msg: 'No code can be sent by SMS right now. Ask your administrator.' },
  phone_taken: {
    status: 400,
    msg: 'Someone else has already confirmed this phone number. Ask your administrator to check it.',
  },
  not_found: { status: 404, msg: 'Not found' },
  changed_meanwhile: { status: 409, msg: 'Someone else has changed this in the meantime.' },
  in_use: { status: 409, msg: 'This is in use. First detach or delete what uses it.' },
  count_changed: { status: 409, msg: 'The number of people has changed. Check it and confirm again.' },
  already_exists: { status: 409, msg: 'This name is already in use.' },
  passkey_exists: { status: 409, msg: 'This passkey is already registered.' },
  authenticator_exists: { status: 409, msg: 'This authenticator app is already added.' },
  too_many_authenticators: { status: 409, msg: 'You have 5 authenticator apps. Remove one first.' },
  no_second_step: { status: 409, msg: 'You sign in without a password, so no second step follows.' },
  too_many_passkeys: { status: 409, msg: 'You have 20 passkeys. Remove one first.' },
  only_way_in: { status: 409, msg: 'This is the only way to sign in to this account. Choose a password first.' },
  belongs_to_deleted: { status: 409, msg: 'First restore the record that this belongs to.' },
  contact_locked: {
    status: 409,
    msg: 'A change was undone lately, so this cannot be changed here for seven days. Ask your administrator.',
  },
  contact_unchanged: { status: 409, msg: 'This is your address or number already.' },
  former_taken: { status: 409, msg: 'Somebody else has confirmed the former one since. Ask your administrator.' },
  recovery_open: { status: 409, msg: 'A recovery of this account is open already.' },
  recovery_over: { status: 409, msg: 'This recovery is over, or was decided in the meantime.' },
  second_person_needed: { status: 409, msg: 'You have started this. Another administrator must approve it.' },
  already_suspended: { status: 409, msg: 'This person has a suspension already. End it first.' },
  suspension_over: { status: 409, msg: 'This suspension has already ended.' },
  account_inactive: { status: 409, msg: 'This account is inactive. Activate it first.' },
  last_administrator: { status: 409, msg: 'The last active administrator cannot be removed.' },
  built_in: { status: 409, msg: 'This is built into the portal and cannot be changed.' },
  above_you: { status: 403, msg: 'You cannot change a person who has more permissions than you.' },
  not_yourself: { status: 409, msg: 'You cannot do this to yourself. Ask another administrator.' },
  own_credential: { status: 409, msg: 'Change how you sign in yourself on your own pages.' },
  carries_more: {
    status: 403,
    msg: 'This sends codes and links to people who have more permissions than you. Your role lacks:',
  },
  demands_more: {
    status: 403,
    msg: 'This changes how people with more permissions than you must sign in. Your role lacks:',
  },
  grants_more: { status: 403, msg: 'You cannot grant permissions that you do not have yourself.' },
  webhook_inactive: { status: 409, msg: 'This webhook is inactive, so no events are sent to it. Activate it first.' },
  not_sent_again: { status: 409, msg: 'This cannot be sent again.' },
  secrets_in_use: { status: 409, msg: 'Two secrets are in use. Revoke one of them first.' },
  still_sending: { status: 409, msg: 'An attempt is in progress. Try again in a moment.' },
  body_too_large: { status: 413, msg: 'The request is too large.' },
  media_type_unsupported: { status: 415, msg: 'Send the request as application/json.' },
  misdirected: { status: 421, msg: 'This server does not answer under that host name.' },
  too_many_attempts: { status: 429, msg: 'Too many attempts. Wait a little and try again.' },
  internal: { status: 500, msg: 'Something went wrong' },
  busy: { status: 503, msg: 'The service is busy. Try again in a moment.' },
  database_unavailable: { status: 503, msg: 'The service is not available right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; msg: string }>

export type ErrorKey = keyof typeof ERRORS
