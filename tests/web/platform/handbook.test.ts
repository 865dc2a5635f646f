import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { adminNavigation, buildEventTabPath, eventTabs } from '#web/admin/navigation.ts'
import { getHelpPath } from '#web/admin/platform/help/find-help-path.ts'
import {
  listChapterFiles,
  type RenderedChapter,
  renderChapterWithPictures,
} from '../../../scripts/handbook.ts'

const langs = ['en', 'ar'] as const
type Lang = (typeof langs)[number]
const picturesFolder = 'docs/handbook/pictures'

/** Every text of the catalogues of a language. */
const readTexts = async (lang: Lang): Promise<string[]> => {
  const list = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(list)
        : []
  const files = readdirSync('i18n').filter((file) => file.startsWith(lang) && file.endsWith('.ts'))
  return (await Promise.all(files.map((file) => import(join(process.cwd(), 'i18n', file))))).flatMap(list)
}

const chapters = { en: [] as RenderedChapter[], ar: [] as RenderedChapter[] }
beforeAll(async () => {
  for (const lang of langs)
    chapters[lang] = await Promise.all(listChapterFiles(lang).map(renderChapterWithPictures))
})

/** What must be the same in both languages. */
const outline = ({ chapter, pictures }: RenderedChapter) => ({
  name: chapter.name,
  sections: chapter.sections.map(({ id }) => id),
  depths: chapter.html.match(/<h\d/g),
  pictures: pictures.map(({ path }) => basename(path)),
  links: chapter.html.match(/href="[^"]+"/g),
})

test('both languages have the same chapters, headings, pictures and links', () => {
  expect(chapters.en.length).toBeGreaterThan(15)
  expect(chapters.ar.map(outline)).toEqual(chapters.en.map(outline))
})

describe.each(langs)('the handbook in %s', (lang) => {
  test('has links to chapters and headings that exist', () => {
    const addresses = chapters[lang].flatMap(({ chapter: { name, sections } }) => [
      `/admin/help/${name}`,
      ...sections.map(({ id }) => `/admin/help/${name}#${id}`),
    ])
    expect(new Set(addresses).size).toBe(addresses.length)
    const links = chapters[lang].flatMap(({ chapter }) =>
      [...chapter.html.matchAll(/href="([^"]+)"/g)].map((match) => match[1]),
    )
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) expect(addresses).toContain(link)
  })

  test('has pictures of its own with alternative texts in its language, and no others', () => {
    const pictures = chapters[lang].flatMap((rendered) => rendered.pictures)
    const letters = lang === 'ar' ? /\p{Script=Arabic}{3}/u : /[a-z]{3}/
    for (const { alt } of pictures) expect(alt).toMatch(letters)
    expect(pictures.map(({ path }) => relative(join(picturesFolder, lang), path)).toSorted()).toEqual(
      readdirSync(join(picturesFolder, lang)).toSorted(),
    )
    for (const { chapter } of chapters[lang])
      for (const [picture] of chapter.html.matchAll(/<img [^>]+>/g))
        expect(picture).toMatch(/ width="1280" height="800" loading="lazy"/)
  })

  test('names the labels of the product as they are', async () => {
    const texts = await readTexts(lang)
    const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const toPattern = (parts: readonly string[]) =>
      new RegExp(`^${parts.map(escapePattern).join('.+')}$`, 'u')
    // texts with a value, such as 'Replace the result (points: {{points}})', but for those of values only
    const withValues = texts
      .map((text) => text.split(/\{\{\w+\}\}/))
      .filter((parts) => parts.length > 1 && parts.join('').length > 12)
      .map(toPattern)
    const labels = listChapterFiles(lang).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1] as string),
    )
    expect(labels.length).toBeGreaterThan(100)
    const unknown = labels.filter(
      (label) => !texts.includes(label) && !withValues.some((pattern) => pattern.test(label)),
    )
    expect(unknown).toEqual([])
    // an emphasis that Markdown does not see as one
    for (const { chapter } of chapters[lang]) expect(chapter.html).not.toContain('**')
  })
})

test('the pictures of both languages have at most 3 MB', () => {
  const files = readdirSync(picturesFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  expect(bytes).toBeLessThanOrEqual(3_000_000)
})

test('every page of the sidebar and every tab of an event has a chapter', () => {
  const pages = [...adminNavigation.main, ...adminNavigation.groups.flatMap(({ entries }) => entries)].map(
    ({ to }) => to,
  )
  const paths = [
    ...pages,
    '/admin/profile',
    '/admin/team/1/view',
    ...eventTabs.map((tab) => buildEventTabPath('1', tab)),
  ]
  const addresses = chapters.en.map(({ chapter }) => `/admin/help/${chapter.name}`)
  for (const path of paths) expect(addresses, path).toContain(getHelpPath(path))
  expect(getHelpPath('/admin/help/rules')).toBe('/admin/help')
})
