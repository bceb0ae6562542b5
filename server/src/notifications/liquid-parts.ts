import {
  type Arguments,
  CaseTag,
  IfTag,
  Output,
  type PropertyAccessToken,
  type Template,
  type Token,
  Tokenizer,
  TokenKind,
  UnlessTag,
  type Value,
} from 'liquidjs'
import { templateEngine } from './liquid.ts'

/** A range of a text, in UTF-16 units. */
export type Range = { from: number; to: number }

/** A use of a variable, or of another expression where a variable is required. */
export type Use = Range & { name: string; isVariable: boolean }

/** The parts of a template. */
export type Part =
  | (Range & { kind: 'text' })
  /** `isBare`: output without filters. */
  | (Range & { kind: 'variable'; name: string; isBare: boolean })
  /** One of several branches; when it may happen that none applies, the last branch is empty. */
  | (Range & { kind: 'choice'; branches: Part[][] })

export type Read = { parts: Part[]; uses: Use[] }

const engine = templateEngine()

/** @throws LiquidErrors when the source is not valid Liquid, or uses more than templates may */
export function readParts(source: string): Read {
  const uses: Use[] = []
  const parts = partsOf(engine.parse(source), source, uses)
  return { parts, uses }
}

/** All `{{ … }}` and `{% … %}` of a valid text, in their order. */
export function markupOf(source: string): (Range & { isTag: boolean })[] {
  return new Tokenizer(source)
    .readTopLevelTokens()
    .filter(({ kind }) => kind !== TokenKind.HTML)
    .map(({ kind, begin, end }) => ({ from: begin, to: end, isTag: kind === TokenKind.Tag }))
}

function partsOf(templates: Template[], source: string, uses: Use[]): Part[] {
  return templates.map((template): Part => {
    const { begin: from, end: to } = template.token
    if (template instanceof Output) {
      const found = usesOf(template.arguments(), source, { from, to })
      const [shown, ...others] = template.value.initial.postfix
      const name = shown !== undefined && others.length === 0 ? nameOf(shown) : null
      const isWrong = name === null && found.every(({ isVariable }) => isVariable)
      uses.push(...(isWrong ? [{ from, to, name: source.slice(from, to), isVariable: false }] : found))
      return { kind: 'variable', from, to, name: name ?? '', isBare: template.value.filters.length === 0 }
    }
    const branches = branchesOf(template)
    // A comment has no output.
    if (branches === null) return { kind: 'text', from, to: template.token.kind === TokenKind.HTML ? to : from }
    if (template.arguments) uses.push(...usesOf(template.arguments(), source, { from, to }))
    return { kind: 'choice', from, to, branches: branches.map((branch) => partsOf(branch, source, uses)) }
  })
}

function branchesOf(template: Template): Template[][] | null {
  if (!(template instanceof IfTag || template instanceof UnlessTag || template instanceof CaseTag)) return null
  return [...template.branches.map(({ templates }) => templates), template.elseTemplates ?? []]
}

function usesOf(given: Arguments, source: string, place: Range): Use[] {
  return [...given]
    .flatMap((argument) => tokensOf(argument as Value | Token))
    .flatMap((token): Use[] => {
      if (token.kind === TokenKind.PropertyAccess) {
        const name = nameOf(token)
        const text = source.slice(token.begin, token.end)
        return [{ from: token.begin, to: token.end, name: name ?? text, isVariable: name !== null }]
      }
      const isPlain = [TokenKind.Quoted, TokenKind.Number, TokenKind.Literal, TokenKind.Operator].includes(token.kind)
      return isPlain ? [] : [{ ...place, name: source.slice(token.begin, token.end), isVariable: false }]
    })
}

/** The tokens of an expression and of the arguments of its filters. */
function tokensOf(argument: Value | Token): Token[] {
  if (!('initial' in argument)) return [argument]
  const taken = argument.filters.flatMap(({ args }) => args).map((one) => (Array.isArray(one) ? one[1] : one))
  return [...argument.initial.postfix, ...taken.filter((one) => one !== undefined)]
}

/** The name of a variable that is written without dots and brackets. */
function nameOf(token: Token): string | null {
  if (token.kind !== TokenKind.PropertyAccess) return null
  const { props } = token as PropertyAccessToken
  const [first] = props
  return props.length === 1 && first?.kind === TokenKind.Word ? first.getText() : null
}
