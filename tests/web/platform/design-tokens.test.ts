import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const sheets = globSync('web/{site,account,admin,shared}/**/*.css').filter(
  (file) => !file.endsWith('tokens.css'),
)
const breakpoints = ['400px', '640px', '768px', '860px', '1000px', '1200px']

/** Properties with the values that must be variables of tokens.css instead. */
const literals: [property: RegExp, value: RegExp][] = [
  [/./, /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/i],
  [/^(?:padding|gap|row-gap|column-gap)|^margin/, /(?<![\d.])(?!1px)\d+px/],
  [/^font-size$/, /\d(?:px|rem|em\b)/],
  [/radius/, /\d(?:px|rem)/],
]

/**
 * The pages for projectors and the certificates have sizes that follow the size of the screen or the paper.
 */
const isForProjectors = (file: string) =>
  file.startsWith('web/site/event/display/') || file.endsWith('/certificate-sheet.module.css')
/**
 * The colours of the competitions are in the style sheet of their banner, because most pages do not need
 * them.
 */
const hasOwnColors = (file: string) => file.endsWith('/competition-banner.module.css')
const listLiterals = (file: string) =>
  isForProjectors(file) ? literals.slice(0, 1) : hasOwnColors(file) ? literals.slice(1) : literals

const findLiterals = (css: string, allowed = literals): string[] =>
  css.split('\n').filter((line) => {
    const [, property, value] = /^\s*([a-z-]+):\s*(.+);$/.exec(line) ?? []
    return (
      property !== undefined &&
      value !== undefined &&
      allowed.some(([name, literal]) => name.test(property) && literal.test(value))
    )
  })

it('style sheets use colours, spacing, type sizes and radii of tokens.css', () => {
  expect(sheets.length).toBeGreaterThan(40)
  expect(
    findLiterals(
      'a {\n  color: #fff;\n  padding: 3px;\n  font-size: 2rem;\n  border-radius: 4px;\n  gap: var(--space-1);\n}',
    ),
  ).toHaveLength(4)
  expect(
    Object.fromEntries(
      sheets
        .map((file) => [file, findLiterals(readFileSync(file, 'utf8'), listLiterals(file))])
        .filter(([, found]) => found?.length),
    ),
  ).toEqual({})
})

it('style sheets use the breakpoints of tokens.css', () => {
  const tokens = readFileSync('web/shared/ui/tokens.css', 'utf8')
  for (const width of breakpoints) expect(tokens).toContain(width)
  const widths = sheets.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@media[^{]*?(\d+px)/g)].map(([, width]) => width),
  )
  expect(widths.filter((width) => !breakpoints.includes(width ?? ''))).toEqual([])
})

it('every file in a style sheet exists', () => {
  const files = sheets.flatMap((sheet) =>
    [...readFileSync(sheet, 'utf8').matchAll(/url\("([^"]+)"\)/g)].map(([, path = '']) =>
      join(path.startsWith('/') ? 'web/public' : dirname(sheet), path),
    ),
  )
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})
