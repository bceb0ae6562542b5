const TAG =
  /<\/?(?:p|br|div|span|b|strong|i|em|u|s|a|ul|ol|li|h[1-6]|table|tbody|tr|td|blockquote|font|hr)(?:\s[^<>]*)?\/?>/i

/** `{{ … }}` and `{% … %}`: what stands in them is not HTML. */
export const LIQUID = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

/** Whether a text for SMS is HTML, as the editor of the old console sends it: it would go out with its tags. */
export const isHtmlText = (text: string): boolean => TAG.test(text.replace(LIQUID, ''))
