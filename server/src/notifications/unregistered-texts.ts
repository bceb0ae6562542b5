import { isSentUnder } from '@gatehouse/contract/dlt.ts'
import type { MessageLanguage, NoticeName } from '@gatehouse/contract/notices.ts'
import type { Db } from '../db/database.ts'
import type { Scope } from './scope.ts'
import { textsInUse } from './texts-in-use.ts'

export type Unregistered = { notice: NoticeName; language: MessageLanguage; isBuiltIn: boolean }

/** The SMS of a scope that would be sent right now without the id of a registered text (DLT). */
export async function unregisteredTexts(db: Db, scope: Scope): Promise<Unregistered[]> {
  const texts = await textsInUse(db, 'sms', scope)
  return texts
    .filter(({ template, hasBuiltIn }) => template !== null || hasBuiltIn)
    .filter(({ template }) => !isSentUnder(template?.registeredId ?? ''))
    .map(({ notice, language, template }) => ({ notice, language, isBuiltIn: template === null }))
}
