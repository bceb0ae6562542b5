import type { Command, NamedCommand } from './command.ts'

/** All commands by the words that call them, in the order of the help. A command is loaded when it is called. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  'admin create': async () => (await import('./admin-create.ts')).adminCreate,
  'admin reset': async () => (await import('./admin-reset.ts')).adminReset,
  'users list': async () => (await import('./users-list.ts')).usersList,
  'users show': async () => (await import('./users-show.ts')).usersShow,
  'users unlock': async () => (await import('./users-unlock.ts')).usersUnlock,
  'users end-sessions': async () => (await import('./users-end-sessions.ts')).usersEndSessions,
  'audit verify': async () => (await import('./audit-verify.ts')).auditVerify,
  'audit export': async () => (await import('./audit-export.ts')).auditExport,
  'audit anchor': async () => (await import('./audit-anchor.ts')).auditAnchor,
  'audit erase': async () => (await import('./audit-erase.ts')).auditErase,
  backup: async () => (await import('./backup.ts')).backup,
  'backup verify': async () => (await import('./backup-verify.ts')).backupVerify,
  'backup try': async () => (await import('./backup-try.ts')).backupTry,
  restore: async () => (await import('./restore.ts')).restore,
  'archive status': async () => (await import('./archive-status.ts')).archiveStatus,
  'archive base': async () => (await import('./archive-base.ts')).archiveBase,
  'archive recover': async () => (await import('./archive-recover.ts')).archiveRecover,
  'database status': async () => (await import('./database-status.ts')).databaseStatus,
  'database migrate': async () => (await import('./database-migrate.ts')).databaseMigrate,
  // Another name of `database status`, for who looks for it beside migrations.
  'migrate status': async () => (await import('./database-status.ts')).databaseStatus,
  'keys list': async () => (await import('./keys-list.ts')).keysList,
  'keys rotate': async () => (await import('./keys-rotate.ts')).keysRotate,
  'config export': async () => (await import('./config-export.ts')).configExport,
  'config plan': async () => (await import('./config-plan.ts')).configPlan,
  'config apply': async () => (await import('./config-apply.ts')).configApply,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'support-bundle': async () => (await import('./support-bundle.ts')).supportBundle,
  completion: async () => (await import('./completion.ts')).completion,
}

/** Of `backup` and `backup verify`, the longer one; `null` when the words begin with no command. */
export async function loadCalled(words: string[]): Promise<NamedCommand | null> {
  const [name] = Object.keys(COMMANDS)
    .filter((name) => name.split(' ').every((word, index) => words[index] === word))
    .toSorted((a, b) => b.length - a.length)
  return name === undefined ? null : loadCommand(name)
}

export const loadAll = (): Promise<NamedCommand[]> => Promise.all(Object.keys(COMMANDS).map(loadCommand))

const loadCommand = async (name: string): Promise<NamedCommand> => ({
  name,
  ...((await COMMANDS[name]?.()) as Command),
})
