import { Liquid, type LiquidOptions } from 'liquidjs'

/**
 * Enough for texts that depend on a value; without loops, assignments, includes and anything that avoids the escaping.
 */
const TAGS = ['if', 'unless', 'case', 'comment']
const FILTERS = ['upcase', 'downcase', 'capitalize', 'default', 'truncate', 'strip']

const LIMITS: LiquidOptions = { parseLimit: 100_000, renderLimit: 1000, memoryLimit: 1_000_000 }

/** A Liquid engine for texts of administrators. An empty value counts as false. */
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
