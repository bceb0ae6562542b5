import pg from 'pg'

/** A statement as it is sent; one with a name is parsed and planned once per connection. */
export type Asked = string | { text: string; values?: unknown[]; name?: string }

export type Answered = (failed: Error | null, result: pg.QueryResult) => void

/** Sends a statement as the driver does for one that is given as an object, but for the copy that it makes of each. */
export function submit(client: pg.PoolClient, asked: Asked, answered: Answered) {
  const { text, values, name } = typeof asked === 'string' ? { text: asked } : asked
  let isAnswered = false
  // The driver reports a value that it cannot send at once, and the end of the statement as well.
  const callback: Answered = (failed, result) => {
    if (isAnswered) return
    isAnswered = true
    answered(failed, result)
  }
  client.query(Object.assign(new pg.Query(text, values), { name, callback }))
}
