import { parseArgs } from 'node:util'
import { ConfigError, readCommandConfig } from '../config.ts'
import { openBeside } from '../db/open-beside.ts'
import { type Command, type Context, type ExitCode, UsageError } from './command.ts'
import { loadAll, loadCalled } from './commands.ts'
import { helpOf, overview } from './help.ts'
import { makeOutput } from './output.ts'

const EVERYWHERE = { json: { type: 'boolean' }, help: { type: 'boolean' } } as const

const output = makeOutput()
// Nobody can be told that what is said aside was not read.
process.stderr.on('error', () => undefined)

async function run(words: string[]): Promise<ExitCode> {
  const command = await loadCalled(words)
  if (command === null) {
    const isAsked = words.length === 0 || ['help', '--help'].includes(words[0] as string)
    const text = overview(await loadAll(), words.join(' '))
    if (isAsked) await output.print(text)
    else process.stderr.write(text)
    return isAsked ? 0 : 2
  }
  const { options, rest } = parse(command, words.slice(command.name.split(' ').length))
  if (options.help) {
    await output.print(helpOf(command))
    return 0
  }
  return carryOut(command, options, rest)
}

async function carryOut(command: Command, options: Context['options'], words: string[]): Promise<ExitCode> {
  let opened: ReturnType<typeof openBeside> | null = null
  try {
    return await command.run({
      ...{ options, words, isJson: options.json === true, config: () => readCommandConfig() },
      print: (line) => output.print(`${line}\n`),
      write: output.write,
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

/** Waits until everything that was said aside is with its reader, who may be slower: exiting would cut off the rest. */
const flush = ({ stderr }: NodeJS.Process) =>
  new Promise<void>((resolve) => (stderr.writable ? stderr.write('', () => resolve()) : resolve()))

function explain(error: unknown) {
  const lines = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) process.stderr.write(`${line}\n`)
  if (error instanceof UsageError) process.stderr.write('See: gatehouse help\n')
}

async function runToEnd(words: string[]): Promise<ExitCode> {
  try {
    const code = await run(words)
    output.check()
    return code
  } catch (error) {
    explain(error)
    return 2
  }
}

const code = await runToEnd(process.argv.slice(2))
await flush(process)
// Connections that a host outside keeps open must not keep the command running.
process.exit(code)
