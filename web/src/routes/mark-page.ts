import type { AnyRouter } from '@tanstack/react-router'

/**
 * Says in the document whether the page of its address is shown: `data-page` is "loading" from the moment an address is
 * written until its page stands there. The page before stays in sight meanwhile, with fields and buttons of its own.
 */
export function markPage(router: AnyRouter): void {
  const { dataset } = document.documentElement
  router.subscribe('onBeforeNavigate', () => {
    dataset.page = 'loading'
  })
  router.subscribe('onResolved', () => {
    dataset.page = 'shown'
  })
}
