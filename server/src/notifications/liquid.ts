import { Liquid, type LiquidOptions } from 'liquidjs'

/** Enough for words that depend on a value; nothing that repeats, keeps, includes or goes past the escaping. */
const TAGS = ['if', 'unless', 'case', 'comment']
const FILTERS = ['upcase', 'downcase', 'capitalize', 'default', 'truncate', 'strip']

const LIMITS: LiquidOptions = { parseLimit: 100_000, renderLimit: 1000, memoryLimit: 1_000_000 }

/** An engine for texts that administrators write. A value that is empty counts as no. */
export function templateEngine(options: LiquidOptions = {}): Liquid {
  const engine = new Liquid({
    ...LIMITS,
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    lenientIf: true,
    jsTruthy: true,
    ...options,
  })
  for (const name of Object.keys(engine.tags)) if (!TAGS.includes(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!FILTERS.includes(name)) delete engine.filters[name]
  return engine
}
