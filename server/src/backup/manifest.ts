/** The first statement of a backup. */
export type Manifest = {
  madeAt: string
  /** The newest migration of the database: a restore begins with the schema of that time. */
  migration: string
  /** By name; where each goes on. */
  sequences: Record<string, string>
  /** `proofOf` the master key of the servers; `null`: it was not given. */
  masterKeyProof: string | null
  /** The master key itself as base64, only when that was asked for. */
  masterKey: string | null
}

/** Before the rows of a table. Each row has these columns, in this order. */
export type TableStart = { table: string; columns: string[] }
/** After them. */
export type TableEnd = { rows: number }
/** The last statement. */
export type BackupEnd = { tables: number; rows: number }

export type Counts = BackupEnd & { bytes: number }
