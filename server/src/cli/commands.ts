import { auditAnchor } from './audit-anchor.ts'
import { auditErase } from './audit-erase.ts'
import { auditExport } from './audit-export.ts'
import { auditVerify } from './audit-verify.ts'
import type { Command } from './command.ts'
import { configApply } from './config-apply.ts'
import { configExport } from './config-export.ts'
import { configPlan } from './config-plan.ts'
import { databaseMigrate } from './database-migrate.ts'

/** All commands, in the order of the help. */
export const COMMANDS: Command[] = [
  auditVerify,
  auditExport,
  auditAnchor,
  auditErase,
  databaseMigrate,
  configExport,
  configPlan,
  configApply,
]
