import { useSearch } from '@tanstack/react-router'
import { texts } from './texts.ts'

/** The query values that links between the pages of visitors carry on: where signing in leads, and how an application asks for it. */
export const WAY_ON = ['returnTo', 'again', 'steps', 'login_hint'] as const

const wayOnOf = texts(...WAY_ON)

/** Those of the page. */
export const useWayOn = () => wayOnOf(useSearch({ strict: false }))
