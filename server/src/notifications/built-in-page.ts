import type { MessageLanguage } from '@gatehouse/contract/notices.ts'

type Parts = {
  language: MessageLanguage
  greeting: string
  point: string
  /** What follows the main sentence: the code, the link, or a button to the request that a message is about; `null`: nothing. */
  highlight: 'code' | 'link' | 'requestLink' | null
  /** The label of the button to the link or the request. */
  button: string
  rest: string[]
}

const CODE = `<p class="code" style="margin:24px 0;padding:16px 0;background:#F6F7F9;border-radius:8px;text-align:center;font:600 32px/40px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">{{ code }}</p>`

const buttonTo = (address: 'link' | 'requestLink', label: string) => `<p style="margin:24px 0">
<a href="{{ ${address} }}" class="action" style="display:inline-block;background:#2F54D1;color:#FFFFFF;text-decoration:none;padding:12px 20px;border-radius:8px;font-weight:600">${label}</a></p>`

const linkNamed = (button: string) => `${buttonTo('link', button)}
<p class="small" style="margin:0 0 16px;color:#646E7E;font-size:13px;line-height:20px;word-break:break-all">{{ link }}</p>`

const linkTo = (address: string, style = '') => `<a href="${address}" style="color:#2F54D1${style}">${address}</a>`

/** Not every mail program makes a link of an address in the text. A long one with a signature stands on a line of its own. */
const withLinks = (content: string) =>
  content
    .replace(/\{\{ portal \}\}[a-zA-Z/?=-]*(?:\{\{ \w+Id \}\}(?:&[a-zA-Z]+=\{\{ \w+Id \}\})*)?/g, (address) =>
      linkTo(address.replaceAll('&', '&amp;')),
    )
    .replace(
      / ?(\{\{ (?:lockLink|requestLink) \}\}) ?/g,
      (_, address) => `<br>\n${linkTo(address, ';font-size:13px')}<br>\n`,
    )

const paragraph = (content: string) => `<p style="margin:0 0 16px">${withLinks(content)}</p>`

/**
 * What the styles of the elements, which every mail program reads, cannot say: the colours of a dark screen, and less room around the text
 * on a phone.
 */
const SHEET = `@media (prefers-color-scheme: dark) {
.page { background: #12161D !important; color: #E6E9EE !important }
.card { background: #1B2029 !important; border-color: #343C48 !important }
.code { background: #272E39 !important }
.small { color: #A7B0BE !important }
.brand, .card a { color: #9DB4FF !important }
.card .action { color: #FFFFFF !important }
}
@media (max-width: 480px) {
.page { padding: 16px 8px !important }
.card { padding: 24px 20px 8px !important }
}`

/** The HTML of a built-in text, still with Liquid, in a layout that every mail program shows alike. */
export function mailPage({ language, greeting, point, highlight, button, rest }: Parts): string {
  const highlights = { code: CODE, link: linkNamed(button), requestLink: buttonTo('requestLink', button) }
  return `<!doctype html>
<html lang="${language}"><head><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>{{ brand }}</title>
<style>
${SHEET}
</style></head>
<body class="page" style="margin:0;padding:32px 16px;background:#F6F7F9;color:#14181F;font:16px/24px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="card" style="max-width:480px;margin:0 auto;background:#FFFFFF;border:1px solid #DDE1E8;border-radius:12px;padding:32px 32px 16px;word-break:break-word">
<p class="brand" style="margin:0 0 24px;color:#2F54D1;font-weight:600">{{ brand }}</p>
${[paragraph(greeting), paragraph(point), ...(highlight === null ? [] : [highlights[highlight]]), ...rest.map(paragraph)].join('\n')}
</div></body></html>`
}
