import { REFUSAL } from '@gatehouse/contract/oidc.ts'
import { openWebBuild } from '../http/web-build.ts'

export type ErrorPage = (error: string) => string

const NOT_BUILT = '<!doctype html><html lang="en"><head></head><body>The web app is not built.</body></html>'

/**
 * The page of the web app that says why a request cannot continue. It contains nothing of the request, only an error
 * code of ours or of the protocol, which the page turns into sentences.
 */
export function makeErrorPage(): ErrorPage {
  const build = openWebBuild()
  return (error) => {
    const word = /^[a-z_]+$/.test(error) ? error : 'invalid_request'
    return (build()?.page ?? NOT_BUILT).replace('<head>', `<head><meta name="${REFUSAL}" content="${word}" />`)
  }
}
