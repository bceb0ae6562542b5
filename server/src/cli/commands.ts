import { adminCreate } from './admin-create.ts'
import { adminReset } from './admin-reset.ts'
import { archiveBase } from './archive-base.ts'
import { archiveRecover } from './archive-recover.ts'
import { archiveStatus } from './archive-status.ts'
import { auditAnchor } from './audit-anchor.ts'
import { auditErase } from './audit-erase.ts'
import { auditExport } from './audit-export.ts'
import { auditVerify } from './audit-verify.ts'
import { backup } from './backup.ts'
import { backupTry } from './backup-try.ts'
import { backupVerify } from './backup-verify.ts'
import type { Command } from './command.ts'
import { completion } from './completion.ts'
import { configApply } from './config-apply.ts'
import { configExport } from './config-export.ts'
import { configPlan } from './config-plan.ts'
import { databaseMigrate } from './database-migrate.ts'
import { databaseStatus } from './database-status.ts'
import { doctor } from './doctor.ts'
import { keysList } from './keys-list.ts'
import { keysRotate } from './keys-rotate.ts'
import { restore } from './restore.ts'
import { supportBundle } from './support-bundle.ts'
import { usersEndSessions } from './users-end-sessions.ts'
import { usersList } from './users-list.ts'
import { usersShow } from './users-show.ts'
import { usersUnlock } from './users-unlock.ts'

/** All commands, in the order of the help. */
export const COMMANDS: Command[] = [
  adminCreate,
  adminReset,
  usersList,
  usersShow,
  usersUnlock,
  usersEndSessions,
  auditVerify,
  auditExport,
  auditAnchor,
  auditErase,
  backup,
  backupVerify,
  backupTry,
  restore,
  archiveStatus,
  archiveBase,
  archiveRecover,
  databaseStatus,
  databaseMigrate,
  keysList,
  keysRotate,
  configExport,
  configPlan,
  configApply,
  doctor,
  supportBundle,
  completion(() => COMMANDS),
]
