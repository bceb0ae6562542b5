import { AT, AUTHENTICATOR, DEVICE, LOCK, type Notice, notice, one, PASSKEY, PLACE, SIGNED_OUT } from './notice.ts'

const BEGINS = one('from', 'The day on which it begins', '1 Dec 2026')

/** The messages of passkeys and authenticator apps (ADR 0061, 0062, 0118). */
export const FACTOR_NOTICES = {
  'passkey-added': notice('Passkey added', 'The person adds a passkey', [PASSKEY, AT, DEVICE, PLACE, LOCK]),
  'passkey-removed': notice('Passkey removed', 'The person or an administrator removes a passkey', [
    PASSKEY,
    SIGNED_OUT,
    AT,
    LOCK,
  ]),
  'passkey-copied': notice('Passkey refused', 'A passkey was used that may have been copied', [
    PASSKEY,
    AT,
    PLACE,
    LOCK,
  ]),
  'passkey-accepted': notice('Passkey accepted', 'Its owner accepts a refused passkey', [PASSKEY, AT, PLACE, LOCK]),
  'authenticator-added': notice('Authenticator app added', 'The person adds an authenticator app', [
    AUTHENTICATOR,
    AT,
    DEVICE,
    PLACE,
    LOCK,
  ]),
  'authenticator-removed': notice(
    'Authenticator app removed',
    'The person or an administrator removes an authenticator app',
    [AUTHENTICATOR, SIGNED_OUT, AT, LOCK],
  ),
  'strong-sign-in-begins': notice(
    'Passkey or app needed soon',
    'A role, client or application will need a passkey or an authenticator app, and the person has neither',
    [BEGINS],
  ),
  'passkey-begins': notice(
    'Passkey needed soon',
    'A role, client or application will need a passkey, and the person has none',
    [BEGINS],
  ),
} satisfies Record<string, Notice>
