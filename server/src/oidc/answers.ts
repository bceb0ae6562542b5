import type { KoaContextWithOIDC } from 'oidc-provider'

/** What a person has answered to the prompts of a request so far. `by`: their id. */
export type Answers = { by: string; client?: string; consent?: object; select_account?: object }

/** Stored answers, if this person has given them: somebody else may have signed in since. */
export function ownAnswer(stored: unknown, userId: string | undefined): Partial<Answers> {
  const { before: _, ...answers } = (stored ?? {}) as Partial<Answers> & { before?: string }
  return answers.by !== undefined && answers.by === userId ? answers : {}
}

/** What the person who is signed in has answered to the last prompt of a request. */
export const answerOf = ({ result, session }: KoaContextWithOIDC['oidc']): Partial<Answers> =>
  ownAnswer(result, session?.accountId)
