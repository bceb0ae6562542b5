import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import type { Config } from '../../../config.ts'
import { formatTime } from '../../../notifications/format-time.ts'

/** The moment from which a change is asked for, as a variable of a message; empty: at once. */
export const momentInWords = (
  { timeZone }: Pick<Config, 'timeZone'>,
  language: MessageLanguage | null,
  publishAt: string | Date | null,
): string => (publishAt === null ? '' : formatTime(new Date(publishAt), language ?? 'en', timeZone))
