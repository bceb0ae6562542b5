import type { ArchiveNote, BackupNote } from './checklist.ts'

/** Puts values into an English text, or into its translation. */
export type Translate = (text: string, values?: Record<string, string | number>) => string

export type Words = {
  title: string
  /** What was found, and what it means. */
  found: string
  /** How it is mended; `null` when nothing has to be. */
  mend: string | null
}

/** What the checklist says of the backups. `detail`: the reason or the file that the note is about. */
export function backupWords(note: BackupNote | undefined, hours: string, detail: string, t: Translate): Words {
  return { title: t('Backups'), ...backupFinding(note, hours, detail, t) }
}

function backupFinding(
  note: BackupNote | undefined,
  hours: string,
  detail: string,
  t: Translate,
): Omit<Words, 'title'> {
  switch (note) {
    case 'off':
      return {
        found: t('The servers make no backups. Only backups that are made elsewhere could be restored.'),
        mend: t('Set BACKUP_EVERY and BACKUP_TO, or make sure of your other backups.'),
      }
    case 'failed':
      return {
        found: t('The newest backup failed: {{reason}}', { reason: detail }),
        mend: t('Look for "a backup failed" in the log of the servers.'),
      }
    case 'late':
      return {
        found: t('No backup has succeeded when it was due.'),
        mend: t('Look for "a backup failed" in the log of the servers.'),
      }
    case 'missing':
      return {
        found: t('The file of the newest backup is not there: {{file}}', { file: detail }),
        mend: t(
          'Mount the folder of BACKUP_TO, or bring the file back from its copy elsewhere. "gatehouse backup" makes one at once.',
        ),
      }
    case 'changed':
      return {
        found: t('The file of the newest backup does not have the size that was written: {{file}}', { file: detail }),
        mend: t(
          'Check the disk, and run "gatehouse backup verify" on the other files. "gatehouse backup" makes one at once.',
        ),
      }
    case 'unseen':
      return {
        found: t('Nobody can see whether the newest backup is still there: {{reason}}', { reason: detail }),
        mend: t('Let the servers read the folder of BACKUP_TO.'),
      }
    case 'impossible':
      return {
        found:
          detail === ''
            ? t('Backups are made, but none is restored for trial: the database account has no scratch database.')
            : t('Backups are made, but the newest was not restored for trial. {{reason}}', { reason: detail }),
        mend: t(
          'Allow it to create one (createdb) and to connect to it, with as much room as yours, or try backups elsewhere and set BACKUP_TRIAL=off. "a backup could not be tried" in the log of the servers says why.',
        ),
      }
    case 'notRemoved':
      return {
        found: t('Backups are made, but old files cannot be removed, and the folder fills: {{files}}', {
          files: detail,
        }),
        mend: t(
          'Remove them yourself. "an old backup could not be removed" in the log of the servers says what is in the way.',
        ),
      }
    default:
      return {
        found:
          hours === '0'
            ? t('The newest backup is less than an hour old.')
            : t('Age of the newest backup in hours: {{hours}}.', { hours }),
        mend: null,
      }
  }
}

/** What it says of the archive. */
export function archiveWords(note: ArchiveNote | undefined, hours: string, reason: string, t: Translate): Words {
  const title = t('Archive of the database')
  switch (note) {
    case 'off':
      return {
        title,
        found: t('It is off: a backup can be restored, but not the changes since it was made. ARCHIVE_TO turns it on.'),
        mend: null,
      }
    case 'elsewhere':
      return { title, found: t('Your own PostgreSQL is archived by its own tools, or not at all.'), mend: null }
    case 'failing':
      return {
        title,
        found: t('Archiving fails: {{reason}}', { reason }),
        mend: t('Mend this: what waits is then archived by itself.'),
      }
    case 'waiting':
      return {
        title,
        found: t('Changes have waited for minutes to be archived.'),
        mend: t('Look for "archive:" in postgres.log in DATA_DIR.'),
      }
    case 'base':
      return {
        title,
        found: t('No base copy was made when it was due.'),
        mend: t('Look for "a base copy failed" in the log of the server.'),
      }
    default:
      return {
        title,
        found:
          hours === '0'
            ? t('Changes are archived within a minute or two. The newest base copy is less than an hour old.')
            : t('Changes are archived within a minute or two. Age of the newest base copy in hours: {{hours}}.', {
                hours,
              }),
        mend: null,
      }
  }
}
