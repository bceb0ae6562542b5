import type { MessageLanguage } from '@gatehouse/contract/notices.ts'

/** The application and client of a text. Absent means all. */
export type TemplateScope = { applicationId?: string; clientId?: string; language: MessageLanguage }

type Form = { Application: string; Client: string; Language: MessageLanguage | 'All' }

/** The scope from the values of a form or row. */
export function scopeOf({ Application, Client, Language }: Form): TemplateScope {
  return {
    ...(isOne(Application) && { applicationId: Application }),
    ...(isOne(Client) && { clientId: Client }),
    language: Language === 'hi' ? 'hi' : 'en',
  }
}

const isOne = (id: string) => id !== undefined && id !== '' && id !== 'All'
