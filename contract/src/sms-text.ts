const TAG =
  /<\/?(?:p|br|div|span|b|strong|i|em|u|s|a|ul|ol|li|h[1-6]|table|tbody|tr|td|blockquote|font|hr)(?:\s[^<>]*)?\/?>/i

/** `{{ … }}` and `{% … %}`: their content is not HTML. */
export const LIQUID = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g

/**
 * Whether the text of an SMS is HTML, as the old console's editor sends it: without conversion it would be sent with
 * its tags.
 */
export const isHtmlText = (text: string): boolean => TAG.test(text.replace(LIQUID, ''))
