import { expect, test } from 'vitest'
import { compare, differencesOf, linesOf } from './diff.ts'

const SIGNS = { same: ' ', removed: '-', added: '+' }
const shown = (before: string, after: string) =>
  differencesOf([...before], [...after])
    .map(({ kind, text }) => `${SIGNS[kind]}${text}`)
    .join('')

test.each([
  ['', '', ''],
  ['abc', 'abc', ' a b c'],
  ['abc', '', '-a-b-c'],
  ['', 'abc', '+a+b+c'],
  ['abc', 'abcd', ' a b c+d'],
  ['bc', 'abc', '+a b c'],
  ['abcd', 'abxd', ' a b-c+x d'],
  ['aab', 'ab', ' a-a b'],
  ['aa', 'aaa', ' a a+a'],
  ['abcabba', 'cbabac', '-a-b c-a b+a b a+c'],
])('the difference of %j and %j is minimal', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected)
})

test('without the removed parts it is the new text, without the added parts the old one', () => {
  const before = 'the quick brown fox jumps'
  const after = 'a quick red fox will jump'
  const found = differencesOf([...before], [...after])
  const without = (kind: string) => found.filter((one) => one.kind !== kind).map(({ text }) => text)
  expect([without('added').join(''), without('removed').join('')]).toEqual([before, after])
})

test('HTML on one line is compared paragraph by paragraph', () => {
  expect(linesOf('<p>a</p><ul><li>b</li></ul>c<br>d')).toEqual(['<p>a</p>', '<ul><li>b</li>', '</ul>', 'c<br>', 'd'])
  expect(linesOf('<p>a</p>\n<p>b</p>\r\n')).toEqual(['<p>a</p>', '<p>b</p>', ''])
})

test('a replaced line shows the words that differ', () => {
  const lines = compare('<p>Hello Asha,</p>\n<p>same</p>', '<p>Dear Asha,</p>\n<p>same</p>\n<p>new</p>')
  const words = lines.map(({ kind, pieces }) => [
    kind,
    pieces.filter((piece) => piece.kind === kind).map(({ text }) => text),
  ])
  expect(words).toEqual([
    ['removed', ['Hello']],
    ['added', ['Dear']],
    ['same', ['<p>same</p>']],
    ['added', ['<p>new</p>']],
  ])
})

test('a text that is too long to compare counts as replaced', () => {
  const [before, after] = ['a', 'b'].map((letter) => Array.from({ length: 3000 }, (_, at) => `${letter}${at}`))
  expect(differencesOf(before ?? [], after ?? []).map(({ kind }) => kind)).toEqual([
    ...Array(3000).fill('removed'),
    ...Array(3000).fill('added'),
  ])
})
