import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['paragraphs', '<p>Hello\n  Asha,</p><p>welcome.</p>', 'Hello Asha,\n\nwelcome.'],
  ['line breaks', 'One<br>Two<br/><br>Three', 'One\nTwo\n\nThree'],
  ['emphasis', '<p>A <b>bold</b> <i>word</i>.</p>', 'A bold word.'],
  ['entities', '<p>5 &lt; 6 &amp;&amp; &copy; &#2344; &quot;x&quot; &amp;lt;</p>', '5 < 6 && © न "x" &lt;'],
  [
    'a link',
    '<p>Open <a href="https://x.example/?a=1&amp;b=2">this</a>.</p>',
    'Open this (https://x.example/?a=1&b=2).',
  ],
  ['a link that says where it goes', '<a href="https://x.example/">https://x.example/</a>', 'https://x.example/'],
  [
    'a link with a picture',
    '<a href="https://x.example/"><img src="cid:a" alt="Logo"></a>',
    'Logo (https://x.example/)',
  ],
  ['a link without words', '<a href="https://x.example/"><img src="cid:a" alt=""></a>', 'https://x.example/'],
  ['an address', '<a href="mailto:help@x.example">help@x.example</a>', 'help@x.example'],
  ['a list', '<p>Do:</p><ul><li>one</li><li><p>two</p></li></ul><p>Then</p>', 'Do:\n\n- one\n- two\n\nThen'],
  ['a numbered list', '<ol start="3"><li>c</li><li>d<ul><li>e</li></ul></li></ol>', '3. c\n4. d\n  - e'],
  ['a table', '<table><tr><td>Code</td><td>48</td></tr>\n<tr><td>Till</td><td>9</td></tr></table>', 'Code 48\nTill 9'],
  ['a heading and a rule', '<h1>Hello</h1>Text<hr>More', 'Hello\n\nText\n---\nMore'],
  ['a quote', 'A<blockquote>B</blockquote>C', 'A\n\nB\n\nC'],
  ['text as it is written', '<pre>a  b\n  c</pre>', 'a  b\n  c'],
  [
    'hidden content',
    '<html><head><title>T</title><style>p{}</style></head><body><!-- x --><p>Y</p></body></html>',
    'Y',
  ],
  ['what looks like a tag', '<p>&lt;img onerror=1&gt; {{ code }}</p>', '<img onerror=1> {{ code }}'],
  ['nothing', '', ''],
])('%s', async (_what, html, text) => {
  expect(await plainText(html)).toBe(text)
})

test.each([
  ['spaces and paragraphs', `<pre>${' '.repeat(20_000)}</pre>${'<p>a</p>'.repeat(3000)}`, 3000 + 2 * 2999],
  ['pictures without words', `${'<img> '.repeat(50_000)}a`, 1],
  ['lists within lists', '<ul><li>a'.repeat(500), 500 * (2 + 1 + 20) + 499],
])('a long text of %s is converted quickly and does not grow', async (_what, html, length) => {
  expect((await plainText(html)).length).toBeLessThanOrEqual(length)
})
