import pg from 'pg'
import { statementSent } from '../signals.ts'

/** A statement as it is sent; one with a name is parsed and planned once per connection. */
export type Asked = string | { text: string; values?: unknown[]; name?: string }

export type Answered = (failed: Error | null, result: pg.QueryResult) => void

/** What the driver makes of a description of rows and keeps with each result. */
type Description = { fields: unknown[]; _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** The driver's own class, with the members that its types leave out. */
type DriverQuery = pg.Submittable & {
  name: string | undefined
  callback: Answered
  _result: Description
  _accumulateRows: boolean
  /** Reported when the statement is over; further rows are ignored. */
  _canceledDueToError: Error | false
  prepare(connection: pg.Connection): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: { fields: unknown[] }): void
}
const DriverQuery = pg.Query as unknown as new (text: string, values: unknown[] | undefined) => DriverQuery

/**
 * A statement like the driver's own, except that the rows of a prepared one are described once per connection and not at
 * each execution (ADR 0041). PostgreSQL refuses to execute a prepared statement whose rows have changed since.
 */
class Statement extends DriverQuery {
  #learned: Map<string, Description> | null = null
  #isKnown = false
  #isAnswered = false

  constructor(asked: Asked, callback: Answered) {
    const { text, values, name } = typeof asked === 'string' ? { text: asked } : asked
    super(text, values)
    this.name = name
    // For a value that it cannot send, the driver reports an error at once, and later the end of the statement.
    this.callback = (failed, result) => {
      if (this.#isAnswered) return
      this.#isAnswered = true
      callback(failed, result)
    }
  }

  override prepare(connection: pg.Connection) {
    if (this.name === undefined) return super.prepare(connection)
    const { learned, undescribed } = knowledgeOf(connection)
    const known = learned.get(this.name)
    this.#learned = learned
    if (known === undefined) return super.prepare(connection)
    this.#isKnown = true
    Object.assign(this._result, known)
    this._accumulateRows = true
    super.prepare(undescribed)
  }

  override handleRowDescription(message: unknown) {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    if (this.name !== undefined) this.#learned?.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  override handleDataRow(message: { fields: unknown[] }) {
    // A pooler may have prepared it again, on a connection that was opened since.
    if (this.#isKnown && message.fields.length !== this._result.fields.length) {
      this.#learned?.clear()
      this._canceledDueToError = new Error('the rows of a prepared statement have changed')
    }
    super.handleDataRow(message)
  }
}

/** Announces the start of a statement to subscribers. @returns what ends it; `null` without a subscriber */
export const beginOf = (asked: Asked) =>
  statementSent.begin(
    typeof asked === 'string' ? { name: undefined, text: asked } : { name: asked.name, text: asked.text },
  )

/** Sends a statement. `answered` is called once. */
export function submit(client: pg.PoolClient, asked: Asked, answered: Answered) {
  client.query(new Statement(asked, answered))
}

type Knowledge = { learned: Map<string, Description>; undescribed: pg.Connection }

const knowledge = new WeakMap<pg.Connection, Knowledge>()

function knowledgeOf(connection: pg.Connection): Knowledge {
  const known = knowledge.get(connection)
  if (known !== undefined) return known
  // The same connection, except that it asks for no description.
  const undescribed = Object.assign(Object.create(connection), { describe: () => undefined })
  const made = { learned: new Map(), undescribed }
  knowledge.set(connection, made)
  return made
}
