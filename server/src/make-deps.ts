import type { Logger } from 'pino'
import { makeKeySets } from './access/key-sets.ts'
import type { Config } from './config.ts'
import type { Keys } from './crypto/keys.ts'
import type { Db } from './db/database.ts'
import { makeDecisionLog } from './decisions/log/decision-log.ts'
import { makeMatrices } from './decisions/matrices.ts'
import { makeSubjects } from './decisions/subjects.ts'
import type { Deps } from './deps.ts'
import { makePictures } from './http/pictures/pictures.ts'
import { makeSigningKeys } from './keyring/signing-keys.ts'
import { makeSenders } from './notifications/channels/configured.ts'
import type { OwnSenders } from './notifications/channels/senders.ts'
import { messageHandler } from './notifications/deliver-message.ts'
import { reportLaneState } from './notifications/lane-alarm.ts'
import { makeTemplatePool, WHEN_SENT } from './notifications/template-pool.ts'
import { logoutHandler } from './oidc/logout-tokens.ts'
import { makeOutbox } from './outbox/outbox.ts'
import type { Outbox } from './outbox/types.ts'
import { partnerHandler } from './partner/deliver-call.ts'
import { webhookHandler } from './webhooks/deliver-webhook.ts'

/**
 * Makes the dependencies of every part. @param own the deployment's own mail server, or its replacement in development
 */
export function makeDeps(db: Db, config: Config, keys: Keys, log: Logger, own: OwnSenders): Deps {
  const senders = makeSenders(own, config)
  const signingKeys = makeSigningKeys(db, keys.seal)
  const sentTemplates = makeTemplatePool(WHEN_SENT)
  const outbox: Outbox = makeOutbox({
    ...{ db, log, sealKeys: keys.seal },
    handlers: {
      message: messageHandler({ db, keys, sentTemplates }, senders),
      webhook: webhookHandler({ db, config, keys }),
      partner: partnerHandler({ db, config }),
      logout: logoutHandler({ db, config, keys, signingKeys }),
    },
    onLaneState: (lane, isWorking) => reportLaneState({ db, log, outbox, config }, lane, isWorking),
  })
  const keySets = makeKeySets({ config, log })
  return {
    ...{ db, config, keys, log, outbox, senders, keySets, signingKeys },
    ...{
      templates: makeTemplatePool(),
      sentTemplates,
      pictures: makePictures(),
      matrices: makeMatrices(db, config.timeZone),
    },
    subjects: makeSubjects({ db, keys }),
    decisionLog: makeDecisionLog({ db, log, config, outbox }),
  }
}
