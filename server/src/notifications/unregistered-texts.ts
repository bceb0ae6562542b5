import { isSentUnder } from '@gatehouse/contract/dlt.ts'
import { MESSAGE_LANGUAGES, type MessageLanguage, NOTICE_NAMES, type NoticeName } from '@gatehouse/contract/notices.ts'
import type { Db } from '../db/database.ts'
import { BUILT_IN } from './built-in-texts.ts'
import { templatesFor } from './choose-template.ts'
import type { Scope } from './scope.ts'

export type Unregistered = { notice: NoticeName; language: MessageLanguage; isBuiltIn: boolean }

/** The SMS of a scope that would go out right now without the id of a registered text (DLT): chosen as when they are sent. */
export async function unregisteredTexts(db: Db, scope: Scope): Promise<Unregistered[]> {
  const all = NOTICE_NAMES.flatMap((notice) => MESSAGE_LANGUAGES.map((language) => ({ notice, language })))
  const found = await Promise.all(
    all.map(async ({ notice, language }) => {
      const [template] = await templatesFor(db, { channel: 'sms', notice, language, scope })
      const hasText = template !== undefined || BUILT_IN[language][notice].sms !== undefined
      const isLacking = hasText && !isSentUnder(template?.registeredId ?? '')
      return isLacking ? [{ notice, language, isBuiltIn: template === undefined }] : []
    }),
  )
  return found.flat()
}
