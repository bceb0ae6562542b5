import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HINDI_FACE, showHindi } from './frame-hindi.ts'
import './html-frame.css'
import { inertDocument, inertHtml } from './inert-document.ts'
import { useScale } from './use-scale.ts'

const NOT_SHOWN = 'script, noscript, iframe, frame, object, embed, link, meta, base, title, noframes'
const ADDRESSES = ['href', 'xlink:href', 'src', 'srcset', 'background', 'poster', 'action', 'formaction']
const PAPER =
  'body { margin: 16px; background: #fff; color: #1a1a1a; font: 14px/1.5 sans-serif } a { color: #0b57d0; text-decoration: underline }'

/**
 * Shows HTML of a message as its reader would see it, without its links and its pictures from elsewhere.
 *
 * The frame runs no script whatever it is given. It is of our own origin because a frame inherits the page's policy,
 * which refuses the inline styles that messages consist of; only from outside, property by property, can they be set.
 *
 * @param widthPx of the window that the message is read in: where there is less room, it is shown smaller
 */
export function HtmlFrame({ html, title, widthPx = 0 }: { html: string; title: string; widthPx?: number }) {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [shown, setShown] = useState<Document | null>(null)
  const { place, scale } = useScale(widthPx)

  useEffect(() => {
    if (frame.current) frame.current.srcdoc = inertHtml('<!doctype html>')
  }, [])

  useEffect(() => {
    if (shown) write(html, shown)
  }, [html, shown])

  return (
    <div className="html-frame">
      <div ref={place} className="html-frame-place">
        <iframe
          ref={frame}
          style={
            scale < 1 ? { width: `${widthPx}px`, height: `${100 / scale}%`, transform: `scale(${scale})` } : undefined
          }
          title={title}
          sandbox="allow-same-origin"
          onLoad={() => setShown(frame.current?.contentDocument ?? null)}
        />
      </div>
      <p className="field-hint">
        {t('Links and pictures from elsewhere do not work in the preview.')}{' '}
        {scale < 0.99 && t('Shown at {{percent}}% of its size.', { percent: Math.round(scale * 100) })}
      </p>
    </div>
  )
}

function write(html: string, target: Document) {
  const source = inertDocument(html)
  const css = [...source.querySelectorAll('noframes[data-css]')].map((style) => style.textContent)
  for (const element of source.querySelectorAll(NOT_SHOWN)) element.remove()
  for (const element of source.querySelectorAll('*')) disarm(element)
  target.body.replaceWith(target.adoptNode(source.body))
  for (const element of target.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = withoutAddresses(element.dataset.style ?? '')
  }
  const view = target.defaultView
  if (!view) return
  target.adoptedStyleSheets = [HINDI_FACE, PAPER, ...css.map(withoutAddresses)].map((text) => {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  showHindi(target)
}

/** Takes away what would run or load, which the policy refuses anyway, but not without a word in the console. */
function disarm(element: Element) {
  for (const { name, value } of [...element.attributes]) {
    const loads = ADDRESSES.includes(name) && !value.startsWith('data:image/')
    if (loads || name.startsWith('on')) element.removeAttribute(name)
  }
}

function withoutAddresses(css: string): string {
  return css.replace(/@import[^;]*;?/gi, '').replace(/url\((?!\s*["']?data:image\/)[^)]*\)/gi, 'none')
}
