import { join } from 'node:path'
import sharp from 'sharp'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'
import { toSvgText } from './svg-text.ts'

/** The font of pictures that the server draws, as `font-family` names it. Its file has Latin and Arabic letters. */
export const sharePictureFontFamily = 'Alexandria'
const fontFile = 'server/lib/fonts/alexandria-semibold.ttf'

/** Draws SVG documents as PNG files, and measures texts in the font of pictures. */
export type SvgRenderer = {
  /** Returns the PNG file, drawn outside the event loop. One picture is drawn at a time; throws `overloaded` when too many others wait. */
  renderPng: (svg: string) => Promise<Buffer>
  /** Returns the width of a text in pixels. */
  measureText: (text: string, fontSize: number) => number
}

const buildTextDocument = (text: string, fontSize: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text font-family="${sharePictureFontFamily}" font-size="${fontSize}">${toSvgText(text)}</text></svg>`

/** Creates the renderer of pictures. Its library is loaded here, so that a process that draws nothing does not need its memory. `root` is the folder of the project, which has the font. */
export const createSvgRenderer = async (root: string): Promise<SvgRenderer> => {
  const { Resvg, renderAsync } = await import('@resvg/resvg-js')
  const limit = createConcurrencyLimiter({ running: 1, waiting: 50, waitMs: 20_000 })
  const font = { loadSystemFonts: false, fontFiles: [join(root, fontFile)], defaultFontFamily: sharePictureFontFamily }
  return {
    renderPng: (svg) =>
      limit(async () => {
        const { width, height, pixels } = await renderAsync(svg, { font })
        return sharp(pixels, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .png({ compressionLevel: 9 })
          .toBuffer()
      }),
    measureText: (text, fontSize) => new Resvg(buildTextDocument(text, fontSize), { font }).getBBox()?.width ?? 0,
  }
}
