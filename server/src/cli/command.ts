import type { CommandConfig } from '../config.ts'
import type { Db } from '../db/database.ts'

type Option = {
  type: 'string' | 'boolean'
  /** What stands for the value in the help, such as FILE. */
  value?: string
  help: string
}

/** What a command works with. */
export type Context = {
  options: Record<string, string | boolean | undefined>
  /** The words after the command. */
  words: string[]
  /** Whether the output is for a program. */
  isJson: boolean
  /** Prints a line; resolves when the reader has it, or has stopped reading. */
  print: (line: string) => Promise<void>
  /** Writes text or bytes that are of use only as a whole. @throws Error when they cannot be written */
  write: (text: string | Uint8Array) => Promise<void>
  config: () => CommandConfig
  /** The database, beside the servers; closed when the command ends. */
  db: () => Promise<Db>
}

/** A command of `gatehouse`: one file each, listed in `commands.ts`. */
export type Command = {
  /** The words after it, for the help. */
  words?: string
  help: string
  options: Record<string, Option>
  run: (context: Context) => Promise<ExitCode>
}

/** `name`: the words that call it, such as `audit verify`. */
export type NamedCommand = Command & { name: string }

/** 0: fine. 1: what was checked is not fine. 2: the command could not be carried out. */
export type ExitCode = 0 | 1 | 2

/** Wrong use of a command; the message is for the person who typed it. */
export class UsageError extends Error {}
