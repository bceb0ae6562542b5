import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import { describeUserAgent } from './user-agent.ts'

/** The browser and system in a sentence, such as "Chrome on Windows". */
export function describeDevice(userAgent: string, language: MessageLanguage | null): string {
  return IN_WORDS[language ?? 'en'](describeUserAgent(userAgent))
}

type Described = ReturnType<typeof describeUserAgent>

const IN_WORDS: Record<MessageLanguage, (described: Described) => string> = {
  en: ({ browser, system }) => `${browser || 'unknown program'}${system && ` on ${system}`}`,
  hi: ({ browser, system }) => `${system && `${system} पर `}${browser || 'अज्ञात प्रोग्राम'}`,
}
