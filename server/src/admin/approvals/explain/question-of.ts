import type { Question } from '../../../approvals/read-question.ts'

type Asked = { clientId: string; pageId: string; amount: string; earlierAmount?: string | undefined; region: string }

/** The question about a new document, which nobody has approved yet. */
export const questionOf = (
  { clientId, pageId, amount, earlierAmount, region }: Asked,
  userId: string | null,
): Question => ({
  ...{ person: userId ?? '', client: clientId, page: pageId, action: 'Approval', amount, currency: 'INR', region },
  ...{ earlierAmount, createdBy: null, approvals: [] },
})
