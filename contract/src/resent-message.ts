export const NEW_CODE_SENT = 'New code sent'
const NO_NEW_CODE = 'No new code: the last one was sent less than a minute ago'

/** `isSent`: also `true` for a caller who has given no password, whatever was sent. */
export const resentMessage = ({ isSent }: { isSent: boolean }) => (isSent ? NEW_CODE_SENT : NO_NEW_CODE)
