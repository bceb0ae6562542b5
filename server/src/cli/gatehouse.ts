import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { ConfigError, readCommandConfig } from '../config.ts'
import { openBeside } from '../db/open-beside.ts'
import { type Command, type Context, type ExitCode, UsageError } from './command.ts'
import { loadAll, loadCalled } from './commands.ts'
import { helpOf, overview } from './help.ts'

const EVERYWHERE = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const

// The reader, such as `head`, has seen enough.
process.stdout.on('error', () => process.exit(0))

async function run(words: string[]): Promise<ExitCode> {
  const command = await loadCalled(words)
  if (command === null) {
    const isAsked = words.length === 0 || ['help', '--help'].includes(words[0] as string)
    await write(overview(await loadAll(), words.join(' ')), isAsked ? process.stdout : process.stderr)
    return isAsked ? 0 : 2
  }
  const { options, rest } = parse(command, words.slice(command.name.split(' ').length))
  if (options.help) {
    await write(helpOf(command))
    return 0
  }
  return carryOut(command, options, rest)
}

async function carryOut(command: Command, options: Context['options'], words: string[]): Promise<ExitCode> {
  let opened: ReturnType<typeof openBeside> | null = null
  try {
    return await command.run({
      ...{ options, words, isJson: options.json === true, config: () => readCommandConfig(), write },
      print: (line) => write(`${line}\n`),
      db: async () => {
        opened ??= openBeside(readCommandConfig())
        return (await opened).db
      },
    })
  } finally {
    const { close } = (await (opened as ReturnType<typeof openBeside> | null)?.catch(() => null)) ?? {}
    await close?.()
  }
}

type OptionTypes = Record<string, { type: 'boolean' | 'string' }>

function parse(command: Command, args: string[]) {
  const types = Object.entries(command.options).map(([name, { type }]) => [name, { type }] as const)
  const options: OptionTypes = { ...Object.fromEntries(types), ...EVERYWHERE }
  try {
    const { values, positionals } = parseArgs({
      ...{ args: joinValues(args, options), options },
      allowPositionals: command.words !== undefined,
    })
    return { options: values as Context['options'], rest: positionals }
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause })
  }
}

/** Writes `--name -value` as `--name=-value`: one in 64 public keys begins with a dash. */
function joinValues([arg, ...rest]: string[], options: OptionTypes): string[] {
  if (arg === undefined) return []
  if (arg === '--') return [arg, ...rest]
  const [value, ...others] = rest
  const takesValue = arg.startsWith('--') && options[arg.slice(2)]?.type === 'string'
  const isOption = value?.startsWith('--') && (value.slice(2).split('=', 1)[0] as string) in options
  if (!takesValue || !value?.startsWith('-') || isOption) return [arg, ...joinValues(rest, options)]
  return [`${arg}=${value}`, ...joinValues(others, options)]
}

async function write(text: string | Uint8Array, output: NodeJS.WriteStream = process.stdout) {
  if (!output.write(text)) await once(output, 'drain')
}

/** Waits until everything that was written is with its reader, who may be slower: exiting would cut off the rest. */
const flush = (output: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => (output.writable ? output.write('', () => resolve()) : resolve()))

function explain(error: unknown) {
  const lines = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) process.stderr.write(`${line}\n`)
  if (error instanceof UsageError) process.stderr.write('See: gatehouse help\n')
}

const code: ExitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  explain(error)
  return 2 as const
})
await Promise.all([process.stdout, process.stderr].map(flush))
// Connections that a host outside keeps open must not keep the command running.
process.exit(code)
