import type { NamedCommand } from './command.ts'

/** All commands; with the words that were not understood, if any. */
export function overview(commands: NamedCommand[], unknown: string): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  const isKnown = ['', 'help', '--help'].includes(unknown)
  return [
    ...(isKnown ? [] : [`There is no command "${unknown}".`, '']),
    'Usage: gatehouse COMMAND [OPTIONS]',
    '',
    ...commands.map(({ name, help }) => `  ${name.padEnd(width)}  ${help}`),
    '',
    'Every command has --help and --json. It ends with 0 when all is fine, with 1 when what it checked is not, and with 2',
    'when it could not be carried out. It reads DATABASE_URL, DATA_DIR and MASTER_KEY as the server does.',
    '',
  ].join('\n')
}

export function helpOf({ name, words = '', help, options }: NamedCommand): string {
  const lines = Object.entries(options).map(([option, { value, help: text }]) => ({
    left: value === undefined ? `--${option}` : `--${option} ${value}`,
    text,
  }))
  lines.push({ left: '--json', text: 'output for programs' })
  const width = Math.max(...lines.map(({ left }) => left.length))
  return [
    `Usage: gatehouse ${name}${words && ` ${words}`} [OPTIONS]`,
    '',
    `${help}.`,
    '',
    ...lines.map(({ left, text }) => `  ${left.padEnd(width)}  ${text}`),
    '',
  ].join('\n')
}
