// What of XML the files of a workbook need.

/** @throws Error for a comment that does not end, and for text that a spreadsheet does not write, in which elements could stand */
export function withoutComments(xml: string): string {
  if (xml.includes('<![CDATA[')) throw new Error('CDATA')
  let [rest, end] = ['', 0]
  for (let from = xml.indexOf('<!--'); from >= 0; from = xml.indexOf('<!--', end)) {
    const close = xml.indexOf('-->', from + 4)
    if (close < 0) throw new Error('a comment does not end')
    rest += xml.slice(end, from)
    end = close + 3
  }
  return rest + xml.slice(end)
}

type Element = { attributes: string; content: string; from: number; to: number }

/**
 * Elements with their attributes and content. Of these, none contains another one of the same name. Each part of the text is read
 * once, however many elements begin and do not end.
 *
 * @throws Error for an element that does not end
 */
export function* elements(xml: string, name: string): Generator<Element, undefined> {
  const opens = new RegExp(`<(?:\\w+:)?${name}((?:[\\s/][^<>]*)?)>`, 'g')
  const closes = new RegExp(`</(?:\\w+:)?${name}>`, 'g')
  for (let open = opens.exec(xml); open !== null; open = opens.exec(xml)) {
    const [from, begin, attributes = ''] = [open.index, opens.lastIndex, open[1]]
    if (attributes.endsWith('/')) {
      yield { attributes, content: '', from, to: begin }
      continue
    }
    closes.lastIndex = begin
    const close = closes.exec(xml)
    if (close === null) throw new Error(`<${name}> does not end`)
    opens.lastIndex = closes.lastIndex
    yield { attributes, content: xml.slice(begin, close.index), from, to: closes.lastIndex }
  }
}

/** `undefined`: the element has no such attribute. */
export function attribute(attributes: string, name: string): string | undefined {
  const [, inDouble, inSingle] = new RegExp(`\\s${name}\\s?=\\s?(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? []
  return inDouble ?? inSingle
}

export const isTrue = (attributes: string, name: string) => /^(?:1|true)$/.test(attribute(attributes, name) ?? '')
