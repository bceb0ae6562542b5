/** Properties that arrange and colour text and tables. Nothing that lays something over what surrounds the message. */
const PROPERTIES = new RegExp(
  `^(?:${[
    'color|background|background-color|opacity|direction|display|float|clear|width|height|line-height|vertical-align',
    '(?:min|max)-(?:width|height)|white-space|word-break|word-wrap|overflow-wrap|overflow|hyphens|box-sizing',
    'font|font-(?:family|size|style|weight|variant|stretch)|letter-spacing|word-spacing',
    'text-(?:align|decoration|decoration-color|transform|indent|size-adjust|shadow|overflow)|unicode-bidi',
    '(?:margin|padding)(?:-(?:top|right|bottom|left))?|list-style(?:-type|-position)?|table-layout',
    'border(?:-(?:top|right|bottom|left))?(?:-(?:color|style|width))?|border-(?:collapse|spacing|radius)',
    'border-(?:top|bottom)-(?:left|right)-radius|caption-side|empty-cells|box-shadow',
    'mso-[a-z-]+|-webkit-text-size-adjust|-ms-text-size-adjust|-ms-interpolation-mode|-webkit-font-smoothing',
  ].join('|')})$`,
)

// Of functions, colours and sums only: whatever loads something is a function too.
const VALUE = /^(?:[\w\s#%.,'"!+*/-]|(?:rgb|rgba|hsl|hsla|calc)\([\w\s%.,+*/-]*\))*$/

/** What in a style attribute is not allowed, or `null`. Variables are not: a value would be read as CSS. */
export function styleProblem(style: string): string | null {
  const plain = style.replace(/&(?:quot|#39|apos);/gi, "'")
  for (const declaration of plain.split(';')) {
    const [property = '', ...value] = declaration.split(':')
    const isEmpty = declaration.trim() === ''
    if (!isEmpty && !(PROPERTIES.test(property.trim().toLowerCase()) && VALUE.test(value.join(':').trim())))
      return declaration.trim()
  }
  return null
}
