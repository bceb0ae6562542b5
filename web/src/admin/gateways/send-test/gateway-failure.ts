/** Explanations of system error codes of failed connections. English, for `t()`. */
const MEANINGS = [
  { words: /ENOTFOUND|EAI_AGAIN|EDNS/, hint: 'The host name was not found. Check the host.' },
  { words: /ECONNREFUSED/, hint: 'The server refused the connection. Check the host and the port.' },
  {
    words: /ETIMEDOUT|timed? ?out|no answer in time/i,
    hint: 'The server did not answer in time. Check the host, the port and the firewall.',
  },
]

/** The explanation of an error code in an answer. Empty if the answer needs none. */
export const failureOf = (answer: string): string => MEANINGS.find(({ words }) => words.test(answer))?.hint ?? ''
