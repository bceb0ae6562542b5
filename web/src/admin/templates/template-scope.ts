import type { MessageLanguage } from '@gatehouse/contract/notices.ts'

/** What a text is for, as the calls name it: whatever is left out is meant for all. */
export type TemplateScope = { applicationId?: string; clientId?: string; language: MessageLanguage }

type Form = { Application: string; Client: string; Language: MessageLanguage | 'All' }

/** The same from the values of a form or a row. */
export function scopeOf({ Application, Client, Language }: Form): TemplateScope {
  return {
    ...(isOne(Application) && { applicationId: Application }),
    ...(isOne(Client) && { clientId: Client }),
    language: Language === 'hi' ? 'hi' : 'en',
  }
}

const isOne = (id: string) => id !== undefined && id !== '' && id !== 'All'
