import { readFile } from 'node:fs/promises'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { removeIsolates } from '#i18n/text-direction.ts'

type StructureNode = { role?: string; alt?: string; children?: StructureNode[] }

/** Lists the roles of a structure tree that programs which read aloud see, such as `H1`. */
const listRoles = ({ role, children = [] }: StructureNode): string[] => [
  ...(role ? [role] : []),
  ...children.flatMap(listRoles),
]
const listAlternativeTexts = ({ alt, children = [] }: StructureNode): string[] => [
  ...(alt ? [alt] : []),
  ...children.flatMap(listAlternativeTexts),
]

/** Reads a PDF file: its title, language, and of each page the size in mm, the texts, and the structure. */
export const readPdf = async (path: string) => {
  const pdf = await getDocument({ data: new Uint8Array(await readFile(path)), verbosity: 0 }).promise
  const toMm = (points = 0) => Math.round((points * 25.4) / 72)
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const page = await pdf.getPage(index + 1)
      const { items } = await page.getTextContent()
      const structure = ((await page.getStructTree()) ?? {}) as StructureNode
      const [, , width, height] = page.view
      return {
        size: [toMm(width), toMm(height)],
        // the lines are read from left to right, and end with a space
        text: removeIsolates(
          items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''),
        ).replace(/[\s\u200b]+/g, ' '),
        roles: listRoles(structure),
        alternativeTexts: listAlternativeTexts(structure),
      }
    }),
  )
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string; Language?: string } }
  await pdf.loadingTask.destroy()
  return { title: info.Title, language: info.Language, pages }
}
