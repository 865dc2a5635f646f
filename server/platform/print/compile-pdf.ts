import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { encode } from 'uqr'
import type { PrintDocument } from './document.ts'

/**
 * The child process of `renderPdf`: reads a `PdfJob` as JSON from the standard input, writes the PDF file, and
 * reports with lines of JSON (`PdfReport`) on the standard output. It knows no setting of the installation.
 */

/** `root` is the folder of the package, `output` the path of the file. Images are in Base64. */
export type PdfJob = {
  root: string
  output: string
  document: Omit<PrintDocument, 'images'> & { images: Record<string, string> }
}
/** What the child process has done: it has laid out the pages, written the file, or failed. */
export type PdfReport = { done: 'layout' | 'file'; pageCount: number } | { error: string }

const report = (line: PdfReport) => writeFileSync(process.stdout.fd, `${JSON.stringify(line)}\n`)

/** The empty modules around a QR code. */
const quietZone = 4

/** Returns the pixels of all QR codes in one buffer, a byte each, and where each code is in it. */
const encodeQrCodes = (texts: readonly string[]) => {
  const codes: { at: number; size: number }[] = []
  let at = 0
  const pixels = texts.map((text) => {
    const { data, size } = encode(text, { ecc: 'M', border: quietZone })
    codes.push({ at, size })
    at += size * size
    return Uint8Array.from(data.flat(), (isDark) => (isDark ? 0 : 255))
  })
  return { codes, pixels: Buffer.concat(pixels) }
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

const compile = ({ root, output, document }: PdfJob) => {
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
  const { codes, pixels } = encodeQrCodes(document.codes)
  addFile('codes.bin', pixels)
  const { lang, title, data, template } = document
  addFile(
    'data.json',
    Buffer.from(
      JSON.stringify({ ...data, lang, title, codes, images: Object.keys(document.images) }, (_, value) =>
        typeof value === 'string' ? allowBreaksInLongWords(value) : value,
      ),
    ),
  )
  const pages = compileOrThrow({ mainFilePath: join(workspace, `${template}.typ`) })
  report({ done: 'layout', pageCount: pages.numOfPages })
  writeFileSync(output, compiler.pdf(pages, { creationTimestamp: Math.floor(Date.now() / 1000) }), { flag: 'wx', mode: 0o600 })
  report({ done: 'file', pageCount: pages.numOfPages })
}

try {
  // the server answers calls meanwhile
  setPriority(10)
} catch {
  // a system that forbids it
}
try {
  compile((await json(process.stdin)) as PdfJob)
} catch (error) {
  report({ error: String(error) })
  process.exitCode = 1
}
