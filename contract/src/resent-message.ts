export const NEW_CODE_SENT = 'New code sent'
const NO_NEW_CODE = 'No new code: the last one was sent less than a minute ago'

type Answer = { isSent: boolean }

/** The text of an answer that says whether a code was sent. `sent`: the text when one was. */
export const codeMessage =
  (sent: string) =>
  ({ isSent }: Answer) =>
    isSent ? sent : NO_NEW_CODE

/** `isSent`: also `true` for a caller who has given no password, whatever was sent. */
export const resentMessage = codeMessage(NEW_CODE_SENT)
