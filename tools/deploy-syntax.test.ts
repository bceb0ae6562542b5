import { parser } from '@prometheus-io/lezer-promql'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { textOf } from './sources.ts'

// What operators deploy with is read by the parsers of its languages. Neither a container engine nor Prometheus is needed.

test('the image is described without an error or a warning', () => {
  const messages = (text: string) =>
    validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
  expect(messages('FROM debian\nCOPY one\n')).toHaveLength(1)
  expect(messages(textOf('Dockerfile'))).toEqual([])
})

test('alerts and panels ask Prometheus in its language', () => {
  const rules: { groups: { rules: { expr: string }[] }[] } = parse(textOf('deploy/prometheus/gatehouse.rules.yaml'))
  const alerts = rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr))
  const panels = [...textOf('deploy/grafana/gatehouse.json').matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(
    ([, expression = '""']) => JSON.parse(expression) as string,
  )
  expect(Math.min(alerts.length, panels.length)).toBeGreaterThan(9)
  const isWrong = (expression: string) => {
    const names = new Set<string>()
    parser.parse(expression).iterate({ enter: ({ type }) => void names.add(type.isError ? 'error' : type.name) })
    return names.has('error')
  }
  expect(isWrong('sum(rate(x[5m]) by (y)')).toBe(true)
  // Grafana puts the interval and the chosen values in.
  const asked = [...alerts, ...panels].map((one) => one.replace(/\$__\w+/g, '5m').replace(/\$\w+/g, 'x'))
  expect(asked.filter(isWrong)).toEqual([])
})
