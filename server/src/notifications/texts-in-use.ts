import {
  goesBy,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
  NOTICE_NAMES,
  type NoticeName,
} from '@gatehouse/contract/notices.ts'
import type { Db } from '../db/database.ts'
import { builtInSource } from './built-in-source.ts'
import { type Template, templatesFor } from './choose-template.ts'
import type { Channel } from './gateways.ts'
import type { Scope } from './scope.ts'

export type TextInUse = {
  notice: NoticeName
  language: MessageLanguage
  /** `null`: the built-in text, when there is one. */
  template: Template | null
  hasBuiltIn: boolean
}

/** The text that each message of a scope would be sent with right now, chosen as when it is sent. */
export async function textsInUse(db: Db, channel: Channel, scope: Scope): Promise<TextInUse[]> {
  const all = NOTICE_NAMES.filter((notice) => goesBy(channel, notice)).flatMap((notice) =>
    MESSAGE_LANGUAGES.map((language) => ({ notice, language })),
  )
  return Promise.all(
    all.map(async ({ notice, language }) => {
      const [template = null] = await templatesFor(db, { channel, notice, language, scope })
      return { notice, language, template, hasBuiltIn: builtInSource(channel, notice, language) !== null }
    }),
  )
}
