import { REFUSAL } from '@gatehouse/contract/oidc.ts'
import { readWebPage } from '../http/web-page.ts'

export type ErrorPage = (error: string) => string

const NOT_BUILT = '<!doctype html><html lang="en"><head></head><body>The web app is not built.</body></html>'

/**
 * The page of the web app that says why a request cannot go on. Nothing of the request is in it: only a word of ours or
 * the protocol's, from which the page makes sentences.
 */
export function makeErrorPage(): ErrorPage {
  const page = readWebPage() ?? NOT_BUILT
  return (error) => {
    const word = /^[a-z_]+$/.test(error) ? error : 'invalid_request'
    return page.replace('<head>', `<head><meta name="${REFUSAL}" content="${word}" />`)
  }
}
