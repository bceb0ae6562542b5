import type { Logger } from 'pino'
import type { KeySets } from './access/key-sets.ts'
import type { Config } from './config.ts'
import type { Keys } from './crypto/keys.ts'
import type { Db } from './db/database.ts'
import type { DecisionLog } from './decisions/log/decision-log.ts'
import type { Matrices } from './decisions/matrices.ts'
import type { Subjects } from './decisions/subjects.ts'
import type { Pictures } from './http/pictures/pictures.ts'
import type { SigningKeys } from './keyring/signing-keys.ts'
import type { Senders } from './notifications/channels/senders.ts'
import type { TemplatePool } from './notifications/template-pool.ts'
import type { Outbox } from './outbox/types.ts'

/** The dependencies of every part: passed as parameters, never global. */
export type Deps = {
  db: Db
  config: Config
  keys: Keys
  log: Logger
  outbox: Outbox
  senders: Senders
  /** For templates that are being written. */
  templates: TemplatePool
  /** For those of messages that are sent: nobody who writes one keeps it busy. */
  sentTemplates: TemplatePool
  pictures: Pictures
  keySets: KeySets
  signingKeys: SigningKeys
  matrices: Matrices
  subjects: Subjects
  decisionLog: DecisionLog
}
