import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Marked, type Tokens } from 'marked'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import type { Chapter } from '#web/admin/platform/help/handbook.ts'

const folder = resolve('docs/handbook')

/** Lists the paths of the chapters in a language, in reading order. */
export const listChapterFiles = (lang: string): string[] =>
  readdirSync(join(folder, lang))
    .toSorted()
    .map((file) => join(folder, lang, file))

/** Returns the name of a chapter in addresses: its file name without the number. */
const getChapterName = (file: string) => basename(file, '.md').replace(/^\d+-/, '')

const isHeading = (token: { type: string }): token is Tokens.Heading => token.type === 'heading'

/**
 * Lists the ids of the headings of a chapter: in each language those of the English text, so that an address
 * is valid in both.
 */
const listHeadingIds = (file: string) =>
  new Marked()
    .lexer(readFileSync(join(folder, 'en', basename(file)), 'utf8'))
    .filter(isHeading)
    .map(({ text }) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, ''),
    )

type Picture = { path: string; alt: string }
/** `html` has `picture:0` where the address of the first picture belongs. */
export type RenderedChapter = { chapter: Chapter; pictures: Picture[] }

/** Renders a chapter from its Markdown. Throws when one of its pictures does not exist. */
export const renderChapterWithPictures = async (file: string): Promise<RenderedChapter> => {
  const ids = listHeadingIds(file)
  const pictures: Picture[] = []
  const sizes = new Map<string, { width: number; height: number }>()
  const headings: Chapter['sections'][number][] = []
  const marked = new Marked({
    async: true,
    walkTokens: async (token) => {
      if (token.type !== 'image') return
      const { width, height } = await sharp(resolve(dirname(file), token.href)).metadata()
      sizes.set(token.href, { width, height })
    },
    renderer: {
      heading({ depth, tokens, text }) {
        const id = ids[headings.length] ?? ''
        headings.push({ id, title: text })
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      image({ href, text }) {
        const { width, height } = sizes.get(href) as { width: number; height: number }
        pictures.push({ path: resolve(dirname(file), href), alt: text })
        return `<img src="picture:${pictures.length - 1}" alt="${text}" width="${width}" height="${height}" loading="lazy">`
      },
      link({ href, tokens }) {
        const address = href.replace(/^\d+-([\w-]+)\.md/, '/admin/help/$1')
        return `<a href="${address}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  const html = await marked.parse(readFileSync(file, 'utf8'))
  const [title, ...sections] = headings
  return { chapter: { name: getChapterName(file), title: title?.title ?? '', sections, html }, pictures }
}

/**
 * Turns the Markdown files of the handbook into modules, each with a chapter whose pictures are files of the
 * build.
 */
export const createHandbookChapterPlugin = (): Plugin => ({
  name: 'handbook',
  enforce: 'pre',
  async load(id) {
    if (!id.startsWith(`${folder}/`) || !id.endsWith('.md')) return
    const { chapter, pictures } = await renderChapterWithPictures(id)
    const imports = pictures.map(({ path }, index) => `import picture${index} from ${JSON.stringify(path)}\n`)
    const contents = JSON.stringify(chapter).replace(/picture:(\d+)/g, '"+picture$1+"')
    return `${imports.join('')}export const chapter = ${contents}\n`
  },
})
