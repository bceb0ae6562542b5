type TrustedTypes = { createPolicy: (name: string, rules: { createHTML: (html: string) => string }) => typeof rules }

// Our pages take HTML from named policies only (`require-trusted-types-for`). This one serves documents that run nothing.
const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('inert-document', {
  createHTML: (html) => html,
})

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^'">])*>/gi

/** HTML for a document in which no script runs. Nothing else may be made of it. */
export function inertHtml(html: string): string {
  return policy ? policy.createHTML(html) : html
}

/**
 * Reads HTML into a document that is never shown and loads nothing.
 *
 * Styles are set aside, as `data-style` and `<noframes data-css>`: a browser holds them against the page's content
 * security policy even here.
 */
export function inertDocument(html: string): Document {
  const withoutStyles = html
    .replace(TAG, (tag) => tag.replace(/([\s"'/])style(?=\s*=)/gi, '$1data-style'))
    .replace(/<style\b/gi, '<noframes data-css ')
    .replace(/<\/style\b/gi, '</noframes')
  return new DOMParser().parseFromString(inertHtml(withoutStyles), 'text/html')
}
