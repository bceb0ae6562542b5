import pg from 'pg'

/** A statement as it is sent; a named one is parsed and planned once per connection. */
export type Asked = string | { text: string; values?: unknown[]; name?: string }

export type Answered = (failed: Error | null, result: pg.QueryResult) => void

/** Sends a statement like the driver does, but without the copy that it makes of each statement. */
export function submit(client: pg.PoolClient, asked: Asked, answered: Answered) {
  const { text, values, name } = typeof asked === 'string' ? { text: asked } : asked
  let isAnswered = false
  // For a value that it cannot send, the driver reports an error at once, and later the end of the statement.
  const callback: Answered = (failed, result) => {
    if (isAnswered) return
    isAnswered = true
    answered(failed, result)
  }
  client.query(Object.assign(new pg.Query(text, values), { name, callback }))
}
