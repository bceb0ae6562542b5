import pg from 'pg'

/**
 * A connection of its own, not yet open. The database may end it at any moment: the next statement or `end()` reports it.
 * Without a listener its `error` event would end the process.
 */
export function makeClient(connection: pg.ClientConfig): pg.Client {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  return client
}
