import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPart } from '../load-part.ts'

/**
 * A screen that is loaded when it is first shown. The router alone would load the whole page again when that fails, which
 * offline leaves nothing but the browser's error.
 */
export const lazyScreen: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(() => loadPart(importer), exportName)
