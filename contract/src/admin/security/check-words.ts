import { archiveWords, backupWords, type Translate, type Words } from './backup-words.ts'
import {
  type ArchiveNote,
  AUDIT_DAYS_LEAST,
  type BackupNote,
  type CheckedSecurity,
  QUIET_DAYS,
  type SecurityCheck,
  type StoredKeysNote,
  UNUSED_SECRET_DAYS,
} from './checklist.ts'

function storedKeysWords(note: StoredKeysNote | undefined, number: string, t: Translate): Words {
  const title = t('Keys of stored secrets')
  switch (note) {
    case undefined:
      return {
        title,
        found: t('Stored secrets are sealed with a key that is {{number}} days old.', { number }),
        mend: null,
      }
    case 'sealing':
      return {
        title,
        found: t('Stored secrets that are being sealed with a new key: {{number}}.', { number }),
        mend: null,
      }
    case 'former':
      return {
        title,
        found: t('The former master key is still given to a server, and nothing needs it.'),
        mend: t('Remove MASTER_KEY_PREVIOUS when all servers have the new MASTER_KEY.'),
      }
    case 'first':
      return {
        title,
        found: t(
          'Stored secrets are sealed with a key that derives from the first master key, and stay readable with it.',
        ),
        mend: t('When all servers have this release, run "gatehouse keys rotate --data".'),
      }
    case 'unreadable':
      return {
        title,
        found: t('Stored secrets that no key opens: {{number}}.', { number }),
        mend: t('Enter them again. "a sealed value cannot be opened" in the log of the servers names them.'),
      }
  }
}

/**
 * Each check in words, for the console and the command `gatehouse doctor`: what was found with the reason why it
 * matters, and how it is mended.
 */
export function checkWords(
  { kind, state, count, names }: CheckedSecurity,
  t: Translate,
  formatNumber: (count: number) => string,
): Words {
  const isGood = state === 'good'
  const listed = names.join(', ')
  const number = formatNumber(count)
  const words: Record<SecurityCheck, () => Words> = {
    production: () => ({
      title: t('Production mode'),
      found: isGood
        ? t('The portal runs in production mode.')
        : t('The portal runs in development mode: anyone who can reach it can read every code in its inbox.'),
      mend: isGood ? null : t('Set NODE_ENV=production before others use it.'),
    }),
    proxy: () => ({
      title: t('Addresses of callers'),
      found: isGood
        ? t('Rate limits and the activity use the addresses of the callers.')
        : count > 0
          ? t(
              'Every caller is trusted as a proxy, and can appear under any address: rate limits by address do not hold.',
            )
          : t('No proxy is trusted: behind one, everybody shares its address, and so its rate limits.'),
      mend: isGood ? null : t('Set TRUST_PROXY to the addresses of your own proxies.'),
    }),
    databaseConnection: () => ({
      title: t('Connection to the database'),
      found: isGood
        ? t('The connection is encrypted, or stays on this machine.')
        : t('The connection crosses the network without encryption: anyone who listens can read what is stored.'),
      mend: isGood ? null : t('Add sslmode=verify-full to DATABASE_URL.'),
    }),
    databaseAccount: () => ({
      title: t('Database account'),
      found: isGood
        ? t('The portal has no rights over other databases.')
        : t('The portal connects as a superuser: a fault in it could reach everything on the database server.'),
      mend: isGood ? null : t('Connect with an account that only owns the database of the portal.'),
    }),
    outbound: () => ({
      title: t('Calls into the network'),
      found: isGood
        ? t('No host inside the network can be called.')
        : t('Administrators can have the portal call hosts inside the network: {{names}}', { names: listed }),
      mend: isGood ? null : t('Keep only the hosts in OUTBOUND_ALLOW that gateways and applications need.'),
    }),
    metrics: () => ({
      title: t('Figures for Prometheus'),
      found: isGood
        ? t('They are off, or can only be read on this machine.')
        : t('They can be read without signing in, at {{address}}.', { address: listed }),
      mend: isGood ? null : t('Let only Prometheus reach METRICS_LISTEN: by its address, or by a firewall.'),
    }),
    auditKept: () => ({
      title: t('How long the activity is kept'),
      found: isGood
        ? t('{{number}} days.', { number })
        : t('{{number}} days: traces of an incident can be gone before it is noticed.', { number }),
      mend: isGood ? null : t('Set AUDIT_KEEP_DAYS to {{number}} or more.', { number: AUDIT_DAYS_LEAST }),
    }),
    auditSealed: () => ({
      title: t('Seals of the activity'),
      found: isGood
        ? t('Lines are sealed within seconds: a later change in the database would show.')
        : t('Lines that have waited for their seal for minutes, and could be changed unseen: {{number}}.', { number }),
      mend: isGood ? null : t('Look for "the audit could not be sealed" in the log of the servers.'),
    }),
    backups: () => backupWords(names[0] as BackupNote | undefined, number, names[1] ?? '', t),
    archive: () => archiveWords(names[0] as ArchiveNote | undefined, number, names[1] ?? '', t),
    auditStream: () => ({
      title: t('Copy of the activity elsewhere'),
      found: isGood
        ? names.length > 0
          ? t('Lines and seals are sent to {{name}} within seconds.', { name: listed })
          : t('Seals are appended to a file outside the database.')
        : state === 'danger'
          ? t('Lines that have waited for minutes to be sent: {{number}} ({{names}})', { number, names: listed })
          : names.length > 0
            ? t('Seals are no longer appended to the file outside the database. {{reason}}', { reason: listed })
            : t(
                'Nothing of the activity leaves the database: anyone who controls it can remove the newest lines unseen.',
              ),
      mend: isGood
        ? null
        : state === 'danger'
          ? t('Look for "the audit could not be sent" in the log of the servers.')
          : names.length > 0
            ? t('Mend this: the newest seal is then appended within a minute.')
            : t('Set AUDIT_STREAM_URL to your security system, or AUDIT_ANCHOR_FILE.'),
    }),
    storedKeys: () => storedKeysWords(names[0] as StoredKeysNote | undefined, number, t),
    administrators: () => ({
      title: t('Administrators'),
      found: isGood
        ? t('People with the role Admin: {{number}}.', { number })
        : t('Fewer than two people have the role Admin: if one cannot sign in, nobody is left to help.'),
      mend: isGood ? null : t('Assign the role Admin to a second person.'),
    }),
    strongSignIn: () => ({
      title: t('Sign-in to the console'),
      found: isGood
        ? t('Every role with permissions needs a passkey or an authenticator app.')
        : t('A password and the mailbox of the person are enough for the permissions of these roles: {{names}}', {
            names: listed,
          }),
      mend: isGood ? null : t('Turn on "Needs a passkey or an authenticator app" in the forms of these roles.'),
    }),
    strongFactors: () => ({
      title: t('Passkeys and authenticator apps'),
      found: isGood
        ? t('Everybody who can use the console has a passkey or an authenticator app.')
        : t('People who can use the console, and have neither passkey nor authenticator app: {{number}} ({{names}})', {
            ...{ number, names: listed },
          }),
      mend: isGood ? null : t('Ask them to add one under "Sign-in methods".'),
    }),
    quietPeople: () => ({
      title: t('Permissions that are not used'),
      found: isGood
        ? t('Everybody who can use the console has signed in within {{days}} days.', { days: QUIET_DAYS })
        : t('People who can use the console, and have not signed in for {{days}} days: {{number}} ({{names}})', {
            ...{ number, days: QUIET_DAYS, names: listed },
          }),
      mend: isGood ? null : t('Detach their roles, or deactivate them.'),
    }),
    applicationAddresses: () => ({
      title: t('Addresses of applications'),
      found: isGood
        ? t('No active application is opened over http.')
        : t('Applications are opened over http, so that a listener could take over a sign-in: {{names}}', {
            names: listed,
          }),
      mend: isGood ? null : t('Serve them over https, and change their Redirect URL.'),
    }),
    unusedSecrets: () => ({
      title: t('Secrets that are not used'),
      found: isGood
        ? t('No active application has a secret that was last used more than {{days}} days ago.', {
            days: UNUSED_SECRET_DAYS,
          })
        : t('Applications have secrets that were last used more than {{days}} days ago: {{names}}', {
            ...{ days: UNUSED_SECRET_DAYS, names: listed },
          }),
      mend: isGood ? null : t('Revoke them on the page of the application.'),
    }),
  }
  return words[kind]()
}
