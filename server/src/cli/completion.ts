import { type Command, type NamedCommand, UsageError } from './command.ts'
import { loadAll } from './commands.ts'

const SHELLS = { bash, zsh, fish }

/** Prints what makes a shell complete the words and options of the command. */
export const completion: Command = {
  words: 'bash|zsh|fish',
  help: 'Print a script with which a shell completes the commands, such as: source <(gatehouse completion bash)',
  options: {},
  run: async ({ words: [shell = '', ...more], write }) => {
    if (!Object.hasOwn(SHELLS, shell) || more.length > 0) throw new UsageError('Give bash, zsh or fish.')
    await write(SHELLS[shell as keyof typeof SHELLS](await loadAll()))
    return 0
  },
}

const EVERYWHERE = ['json', 'help']
const optionsOf = ({ options }: Command) => [...Object.keys(options), ...EVERYWHERE].map((name) => `--${name}`)

/** The words that may follow after each beginning: `''` is the beginning of a line, `audit` has `verify` and others. */
function nextWords(commands: NamedCommand[]): Map<string, string[]> {
  const next = new Map<string, Set<string>>()
  const add = (beginning: string, word: string) => {
    const words = next.get(beginning) ?? new Set()
    next.set(beginning, words.add(word))
  }
  add('', 'help')
  for (const command of commands) {
    const words = command.name.split(' ')
    for (const [index, word] of words.entries()) add(words.slice(0, index).join(' '), word)
    const choices = command.words?.includes('|') ? command.words.split('|') : []
    for (const word of [...choices, ...optionsOf(command)]) add(command.name, word)
  }
  return new Map([...next].map(([beginning, words]) => [beginning, [...words]]))
}

function bash(commands: NamedCommand[]): string {
  const cases = [...nextWords(commands)].map(
    ([beginning, words]) => `    '${beginning}') words='${words.join(' ')}' ;;`,
  )
  return `_gatehouse() {
  local words= beginning= index
  for ((index = 1; index < COMP_CWORD; index++)); do
    [[ \${COMP_WORDS[index]} == -* ]] && continue
    [[ ';${commands.map(({ name }) => name).join(';')};' == *";$beginning;"* ]] && break
    beginning+="\${beginning:+ }\${COMP_WORDS[index]}"
  done
  case $beginning in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [[ \${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _gatehouse gatehouse
`
}

/** zsh understands the functions of bash. */
function zsh(commands: NamedCommand[]): string {
  return `autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bash(commands)}`
}

function fish(commands: NamedCommand[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`
  const lines = [...nextWords(commands)].flatMap(([beginning, words]) =>
    words
      .filter((word) => !word.startsWith('--'))
      .map((word) => {
        const full = beginning === '' ? word : `${beginning} ${word}`
        const help = commands.find(({ name }) => name === full)?.help
        return `complete -c gatehouse -n ${quoted(conditionOf(beginning))} -a ${word}${help === undefined ? '' : ` -d ${quoted(help)}`}`
      }),
  )
  const options = commands.flatMap((command) => {
    const all = { ...command.options, json: { type: 'boolean', help: 'output for programs', value: undefined } }
    return Object.entries(all).map(
      ([name, { value, help }]) =>
        `complete -c gatehouse -n ${quoted(conditionOf(command.name))} -l ${name}${value === undefined ? '' : ' -r'} -d ${quoted(help)}`,
    )
  })
  return `${['complete -c gatehouse -f', ...lines, ...options].join('\n')}\n`
}

/** Before the first word, and after exactly these words otherwise. */
const conditionOf = (beginning: string) =>
  beginning === ''
    ? '__fish_use_subcommand'
    : beginning
        .split(' ')
        .map((word) => `__fish_seen_subcommand_from ${word}`)
        .join('; and ')
