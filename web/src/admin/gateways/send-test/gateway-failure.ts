/** What the system's own words for a failed connection mean. English, for `t()`. */
const MEANINGS = [
  { words: /ENOTFOUND|EAI_AGAIN|EDNS/, hint: 'The host name was not found. Check the host.' },
  { words: /ECONNREFUSED/, hint: 'The server refused the connection. Check the host and the port.' },
  {
    words: /ETIMEDOUT|timed? ?out|no answer in time/i,
    hint: 'The server did not answer in time. Check the host, the port and the firewall.',
  },
]

/** What an answer means that is no sentence; empty where it speaks for itself. */
export const failureOf = (answer: string): string => MEANINGS.find(({ words }) => words.test(answer))?.hint ?? ''
