import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { encode } from 'uqr'
import type { Lang } from '#contract/platform/localized.ts'
import { collectGarbage } from '#server/platform/lib/collect-garbage.ts'
import { buildPrintDocument, type PrintContent } from './build-document.ts'
import { createJoinedPdfWriter } from './join-pdf.ts'

/**
 * The child process of `renderPdfToFile`: reads a `PdfJob` as JSON from the standard input, writes the PDF file, and
 * reports with lines of JSON (`PdfReport`) on the standard output. It knows no setting of the installation.
 */

/** `root` is the folder of the package, `output` the path of the file. */
export type PdfJob = { root: string; output: string; content: PrintContent; lang: Lang }
/** What the child process has done: a share of the pages, the whole file, or it has failed. */
export type PdfReport = { share: number } | { pageCount: number } | { error: string }

const report = (line: PdfReport) => writeFileSync(process.stdout.fd, `${JSON.stringify(line)}\n`)

/** How many pages are laid out at once: a page of ten badges needs about a megabyte. */
const pagesPerPart = 40

/** The empty modules around a QR code. */
const quietZone = 4

/** Returns the pixels of a QR code, a byte each, and the number of its modules in a row. */
const encodeQrCode = (text: string) => {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  return { size, pixels: Uint8Array.from(data.flat(), (isDark) => (isDark ? 0 : 255)) }
}

/** Letters without a space after which a line may break. */
const longestWord = 18
const letterSegmenter = new Intl.Segmenter()

/**
 * Allows line breaks within very long words, such as a name without spaces: Typst breaks lines at spaces only.
 */
const allowBreaksInLongWords = (text: string): string =>
  text.replace(/[^\s\u200b]{19,}/g, (word) =>
    [...letterSegmenter.segment(word)]
      .map(({ segment }, index) => (index > 0 && index % longestWord === 0 ? `\u200b${segment}` : segment))
      .join(''),
  )

const compile = async ({ root, output, content, lang }: PdfJob) => {
  const document = buildPrintDocument(content, lang)
  const workspace = join(root, 'server/platform/print/templates')
  const compiler = NodeCompiler.create({
    workspace,
    fontArgs: [{ fontPaths: [join(root, 'server/platform/lib/fonts')] }],
  })
  const addFile = (name: string, bytes: Uint8Array) =>
    compiler.mapShadow(join(workspace, 'data', name), Buffer.from(bytes))
  const compileOrThrow = (source: Parameters<typeof compiler.compile>[0]) => {
    const compiled = compiler.compile(source)
    const { result } = compiled
    if (!result)
      throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics ?? 'no diagnostics'))
    return result
  }
  // a drawing that is a page of a PDF file is stored once, however often the document shows it
  for (const [name, svg] of Object.entries(document.drawings)) {
    addFile(`${name}.svg`, Buffer.from(svg))
    const page = compileOrThrow({
      mainFileContent: `#set page(width: auto, height: auto, margin: 0pt, fill: none)\n#image("data/${name}.svg")`,
    })
    addFile(`${name}.pdf`, compiler.pdf(page, { pdfTags: false }))
  }
  for (const [name, base64] of Object.entries(document.images)) addFile(name, Buffer.from(base64, 'base64'))

  const { title, data, pages, template } = document
  const common = { ...data, lang, title, images: Object.keys(document.images) }
  /** Lays out some pages and returns them as a PDF file. */
  const compilePart = (part: readonly unknown[]) => {
    const codes: { at: number; size: number }[] = []
    const pixels: Uint8Array[] = []
    let at = 0
    const json = JSON.stringify({ ...common, pages: part }, (key, value) => {
      if (typeof value !== 'string') return value
      if (key !== 'qr') return allowBreaksInLongWords(value)
      const code = encodeQrCode(value)
      pixels.push(code.pixels)
      at += code.pixels.length
      return codes.push({ at: at - code.pixels.length, size: code.size }) - 1
    })
    addFile('data.json', Buffer.from(json))
    addFile('codes.json', Buffer.from(JSON.stringify(codes)))
    addFile('codes.bin', Buffer.concat(pixels))
    const result = compileOrThrow({ mainFilePath: join(workspace, `${template}.typ`) })
    compiler.evictCache(0)
    const pdf = compiler.pdf(result, { creationTimestamp: Math.floor(Date.now() / 1000) })
    return { pdf, pageCount: result.numOfPages }
  }

  const file = createJoinedPdfWriter(output)
  let pageCount = 0
  for (let from = 0; from < pages.length; from += pagesPerPart) {
    const part = compilePart(pages.slice(from, from + pagesPerPart))
    file.add(part.pdf)
    pageCount += part.pageCount
    // the layout of a part is freed by the event loop, after V8 has found that nothing refers to it
    collectGarbage()
    await setImmediate()
    report({ share: Math.min(1, (from + pagesPerPart) / pages.length) })
  }
  file.finish()
  report({ pageCount })
}

try {
  // the server answers calls meanwhile
  setPriority(10)
} catch {
  // a system that forbids it
}
try {
  await compile((await json(process.stdin)) as PdfJob)
} catch (error) {
  report({ error: String(error) })
  process.exitCode = 1
}
