import type { Finding, SimulationReason } from '@gatehouse/contract/admin/applications/simulate-request.ts'

export type Judged = Omit<Finding, 'step'>
type Values = Judged['values']

export const passes = (reason: SimulationReason, values: Values = {}) => say('passes', reason, values)
export const warns = (reason: SimulationReason, values: Values = {}) => say('warns', reason, values)
export const asks = (reason: SimulationReason, values: Values = {}) => say('asks', reason, values)
export const fails = (error: string | null, reason: SimulationReason, values: Values = {}): Judged => ({
  ...say('fails', reason, values),
  error,
})

function say(verdict: Judged['verdict'], reason: SimulationReason, values: Values): Judged {
  return { verdict, reason, values, error: null }
}
