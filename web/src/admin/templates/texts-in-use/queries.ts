import { listTextsInUse, readTextInUse } from '@gatehouse/contract/admin/templates/texts-in-use.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { call } from '../../../api.ts'

/** The current text of each message. */
export const textsQuery = (which: Input<typeof listTextsInUse>) => ({
  queryKey: ['template-texts', which],
  queryFn: () => call(listTextsInUse, which),
  staleTime: 0,
})

/** One text, rendered. */
export const textQuery = (which: Input<typeof readTextInUse>) => ({
  queryKey: ['template-text', which],
  queryFn: () => call(readTextInUse, which),
  staleTime: 0,
})
