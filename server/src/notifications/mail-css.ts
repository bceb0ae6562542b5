/** A part of the CSS that is not allowed, and its text. */
export type CssProblem = { from: number; to: number; what: string }

/** Properties that may show a picture. */
const PICTURE_PROPERTIES = /^(?:background|background-image|list-style|list-style-image)$/
const PICTURE = /url\(\s*(["']?)https:\/\/[^"'()\\\s]+\1\s*\)/gi
/** Only functions of colours, sums and sizes are allowed: loading something takes a function, too. */
const FUNCTION =
  /\b(?:rgba?|hsla?|calc|min|max|clamp|(?:repeating-)?(?:linear|radial)-gradient|scale|translate|rotate)\([\w\s%.,+*/#-]*\)/gi
const STRING = /"[^"\\<>]*"|'[^'\\<>]*'/g
const PLAIN_VALUE = /^[\w\s#%.,!+*/-]*$/
/** Properties that lay the message over what surrounds it, or make old browsers run or load something. */
const REFUSED_PROPERTIES = /^(?:behavior|-moz-binding|src)$/
const PROPERTY = /^-{0,2}[a-z_][\w-]*$/i

/**
 * Attribute selectors are limited to these names: a rule on a value filled in could load a picture for each letter of
 * an address.
 */
const ATTRIBUTE_SELECTOR = /\[\s*(?:class|style|x-apple-data-detectors|owa|dir|lang|align|role|summary)\b[^\]]*\]/gi
const SELECTOR = /^[\w\s.#*>+~,:()"'=|^$-]*$/
const WITH_RULES = /^@(?:media|supports)\b[\w\s():,./<>=-]*$/i
const WITH_DECLARATIONS = /^@(?:-ms-)?viewport\s*$/i

/** What is not allowed in a `style` attribute. Variables are not: their value would be parsed as CSS. */
export function styleProblems(style: string): CssProblem[] {
  // Padded to the same length, so that offsets stay valid.
  const plain = style.replace(/&(?:quot|#39|apos);/gi, (entity) => "'".padEnd(entity.length))
  return declarationsOf(plain, 0, plain.length)
}

/** What is not allowed in a style sheet. */
export function sheetProblems(sheet: string): CssProblem[] {
  const plain = sheet.replace(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length))
  return rulesOf(plain, 0, plain.length)
}

/** Matches up to the next mark that structures CSS; quoted strings are skipped. */
const PIECE = /((?:"[^"]*"|'[^']*'|\([^(){}]*\)|[^{};"'])*)([{};]|$)/y

function rulesOf(css: string, from: number, to: number): CssProblem[] {
  const problems: CssProblem[] = []
  for (let at = from; at < to; ) {
    const [written, prelude, mark] = pieceAt(css, at)
    const begins = at + (written.length - written.trimStart().length)
    if (prelude.trim() === '' && mark !== '{') {
      at += Math.max(1, written.length)
      continue
    }
    const closed = mark === '{' ? closing(css, at + written.length, to) : null
    const end = closed ?? (mark === '{' ? to : at + Math.max(1, written.length))
    const problem = { from: begins, to: end, what: prelude.trim().slice(0, 60) }
    const name = prelude.trim()
    if (closed === null) problems.push(problem)
    else if (WITH_RULES.test(name)) problems.push(...rulesOf(css, at + written.length, end - 1))
    else if (WITH_DECLARATIONS.test(name) || isPlainSelector(name))
      problems.push(...declarationsOf(css, at + written.length, end - 1))
    else problems.push(problem)
    at = end
  }
  return problems
}

function isPlainSelector(selector: string): boolean {
  return SELECTOR.test(selector.replace(ATTRIBUTE_SELECTOR, ''))
}

const DECLARATION = /((?:"[^"]*"|'[^']*'|\([^()]*\)|[^;"'])*)(?:;|$)/y

function declarationsOf(css: string, from: number, to: number): CssProblem[] {
  const problems: CssProblem[] = []
  for (let at = from; at < to; ) {
    DECLARATION.lastIndex = at
    const [piece = css.slice(at, to), declaration = piece] = DECLARATION.exec(css.slice(0, to)) ?? []
    const end = at + Math.max(1, piece.length)
    const begins = at + (piece.length - piece.trimStart().length)
    if (!isHarmless(declaration)) problems.push({ from: begins, to: end, what: declaration.trim() })
    at = end
  }
  return problems
}

function isHarmless(declaration: string): boolean {
  if (declaration.trim() === '') return true
  const [before = '', ...after] = declaration.split(':')
  const property = before.trim().toLowerCase()
  const value = after.join(':').trim()
  if (!PROPERTY.test(property) || REFUSED_PROPERTIES.test(property) || after.length === 0) return false
  if (property === 'position') return /^(?:static|relative)\b[\s!\w]*$/i.test(value)
  const shown = PICTURE_PROPERTIES.test(property) ? value.replace(PICTURE, ' ') : value
  let plain = shown.replace(STRING, ' ')
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(FUNCTION, ' ')
  }
  return PLAIN_VALUE.test(plain)
}

function pieceAt(css: string, at: number): [written: string, before: string, mark: string] {
  PIECE.lastIndex = at
  const [written = '', before = '', mark = ''] = PIECE.exec(css) ?? []
  // A quote that is never closed: the rest is one piece.
  return written === '' ? [css.slice(at), css.slice(at), ''] : [written, before, mark]
}

/** The offset behind the brace that closes the block starting at `at`; `null`: there is none. */
function closing(css: string, at: number, to: number): number | null {
  let depth = 1
  let place = at
  while (place < to && depth > 0) {
    const [written, , mark] = pieceAt(css, place)
    if (mark === '{') depth += 1
    if (mark === '}') depth -= 1
    place += Math.max(1, written.length)
  }
  return depth === 0 ? Math.min(place, to) : null
}
