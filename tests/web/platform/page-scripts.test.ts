import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deferScriptsUntilPaintInHtml, singleQuotePageDataInHtml } from '#web/page-scripts.ts'

/** Runs the script of a page and returns the data that it passes on. */
const readData = (html: string): unknown => {
  const received: unknown[] = []
  const script = /<script>(.*)<\/script>/s.exec(html)?.[1] ?? ''
  runInNewContext(script, { streamController: { enqueue: (data: unknown) => received.push(data) } })
  return received
}
const toScript = (data: string) =>
  `<script>streamController.enqueue(${JSON.stringify(data).replaceAll('<', '\\u003c')});</script>`

it('shortens the data of a page without changing it', () => {
  const data = JSON.stringify([{ _1: 2 }, 'title', 'it\'s "quoted" \\ and \n broken', '</script>', '\u2028'])
  expect(readData(singleQuotePageDataInHtml(toScript(data)))).toEqual([data])
  expect(singleQuotePageDataInHtml(toScript(data)).length).toBeLessThan(toScript(data).length)
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom("'", '"', '\\', '\\"', '\\\\"', "\\'", '")', "')"))),
      (parts) => {
        expect(readData(singleQuotePageDataInHtml(toScript(parts.join(''))))).toEqual([parts.join('')])
      },
    ),
  )
})

it('imports the scripts of a page in their order after the first paint', () => {
  const html = deferScriptsUntilPaintInHtml(
    '<link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/><script type="module" async="">;\nimport * as route0 from "/a.js";\nimport * as route1 from "/b.js";\n  window.routes = {"a":route0,\n "b":route1};\n\nimport("/entry.js");</script>',
    '/texts.js',
  )
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).toContain('<link rel="stylesheet" href="/a.css"/>')
  expect(html).toContain('for (const href of ["/a.js","/texts.js"])')
  expect(html.indexOf('Intl.DateTimeFormat')).toBeLessThan(html.indexOf('await import("/a.js")'))
  expect(html).toContain(
    ';const route0 = await import("/a.js");const route1 = await import("/b.js");window.routes = {"a":route0,"b":route1};import("/entry.js");</script>',
  )
})
