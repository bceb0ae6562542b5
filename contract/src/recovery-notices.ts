import { AT, LOCK, minutes, type Notice, notice, one, SAMPLE_ID, SAMPLE_PORTAL } from './notice.ts'

/** The messages of account recoveries (ADR 0093). */
export const RECOVERY_NOTICES = {
  'recovery-started': notice(
    'Account recovery started',
    'An administrator has started the recovery of the account; sent to the old addresses, with a link that stops it',
    [
      one(
        'link',
        'The link by which the person stops the recovery; works once',
        `${SAMPLE_PORTAL}/stoprecovery/${SAMPLE_ID}`,
      ),
      minutes('6000'),
      one('administrator', 'Who has started it', 'Bina Das'),
      one('newEmail', 'The new address, in part', 'a••••o@example.com'),
      one('from', 'When the link is sent to the new address', '22 Nov 2026, 10:15 am IST'),
    ],
    'link',
  ),
  'recovery-link': notice(
    'Account recovery link',
    'The waiting time of an account recovery is over; sent to the new address only',
    [
      one(
        'link',
        'The link by which the person chooses a new password; works once',
        `${SAMPLE_PORTAL}/recover/${SAMPLE_ID}`,
      ),
      minutes('4320'),
    ],
    'link',
  ),
  'recovery-used': notice(
    'Account recovered',
    'The link of an account recovery was used; sent to the old and the new address',
    [one('newEmail', 'The new address, in part', 'a••••o@example.com'), AT, LOCK],
  ),
  'recovery-approval': notice(
    'Account recovery to approve',
    'The recovery of an administrator needs a second person; sent to administrators',
    [one('person', 'Whose account it is', 'Asha Rao'), one('administrator', 'Who has started it', 'Bina Das')],
  ),
  'recovery-stopped': notice(
    'Account recovery stopped',
    'The person has stopped the recovery of their account; sent to administrators',
    [one('person', 'Who has stopped it', 'Asha Rao'), AT],
  ),
  'factors-removed': notice(
    'Sign-in methods removed',
    'An administrator changes the password and removes passkeys, authenticator apps and recovery codes',
    [AT, LOCK],
  ),
} as const satisfies Record<string, Notice>
