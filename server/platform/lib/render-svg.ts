import { join } from 'node:path'
import { cleanText } from '#contract/platform/text.ts'
import { loadSharp } from './images.ts'
import { createConcurrencyLimiter } from './limiters.ts'

const escaped: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes a text for XML, as the content of an element or of an attribute. */
export const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign)

/** Returns the width of a text in pixels. */
type MeasureText = (text: string) => number

/** Characters that XML does not allow, and those that change the direction of the text after them. */
const forbidden = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

/** Returns a text on one line, without control characters. */
export const toSingleLineText = (text: string): string =>
  cleanText(text.replace(forbidden, ' '), 'name').replace(/\s+/g, ' ')

/** Tells whether the first letter of a text is written from right to left. */
export const isRightToLeftText = (text: string): boolean =>
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)

/**
 * Returns the content of an SVG `text` element that reads in its direction: that of its first letter, or
 * `isRtl`. The library that draws reads every text as one from left to right and knows no `direction`, so
 * texts from right to left are embedded.
 */
export const toSvgTextContent = (text: string, isRtl = isRightToLeftText(text)): string =>
  escapeXml(isRtl ? `\u202b${text}\u202c` : text)

/** Cuts a text to a width; a text that is cut ends with an ellipsis. */
export const truncateTextToWidth = (text: string, width: number, measure: MeasureText): string => {
  if (measure(text) <= width) return text
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  const cut = (count: number) => `${letters.slice(0, count).join('').trimEnd()}…`
  let fitting = 0
  let tooLong = letters.length
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2)
    if (measure(cut(middle)) <= width) fitting = middle
    else tooLong = middle
  }
  return cut(fitting)
}

/** Splits a text at its spaces into at most `maxLines` lines of a width. What remains is cut. */
export const wrapAndTruncateText = (
  text: string,
  width: number,
  maxLines: number,
  measure: MeasureText,
): string[] => {
  if (maxLines === 1 || measure(text) <= width) return [truncateTextToWidth(text, width, measure)]
  const words = text.split(' ')
  let count = words.length
  while (count > 1 && measure(words.slice(0, count).join(' ')) > width) count--
  const line = truncateTextToWidth(words.slice(0, count).join(' '), width, measure)
  return count === words.length
    ? [line]
    : [line, ...wrapAndTruncateText(words.slice(count).join(' '), width, maxLines - 1, measure)]
}

/**
 * The font of images that the server draws, as `font-family` names it. Its file has Latin and Arabic
 * letters.
 */
export const shareImageFontFamily = 'Alexandria'
const fontFile = 'server/platform/lib/fonts/alexandria-semibold.ttf'

/** Draws SVG documents as PNG files, and measures texts in the font of images. */
export type SvgRenderer = {
  /**
   * Returns the PNG file, drawn outside the event loop. One image is drawn at a time; throws `overloaded`
   * when too many others wait.
   */
  renderPng: (svg: string) => Promise<Buffer>
  /** Returns the width of a text in pixels. */
  measureText: (text: string, fontSize: number) => number
}

const buildTextDocument = (text: string, fontSize: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><text font-family="${shareImageFontFamily}" font-size="${fontSize}">${toSvgTextContent(text)}</text></svg>`

/**
 * Creates the renderer of images. Its library is loaded here, so that a process that draws nothing does not
 * need its memory. `root` is the folder of the project, which has the font.
 */
export const createSvgRenderer = async (root: string): Promise<SvgRenderer> => {
  const { Resvg, renderAsync } = await import('@resvg/resvg-js')
  const limit = createConcurrencyLimiter({ running: 1, waiting: 50, waitMs: 20_000 })
  const font = {
    loadSystemFonts: false,
    fontFiles: [join(root, fontFile)],
    defaultFontFamily: shareImageFontFamily,
  }
  return {
    renderPng: (svg) =>
      limit(async () => {
        const { width, height, pixels } = await renderAsync(svg, { font })
        const sharp = await loadSharp()
        return sharp(pixels, { raw: { width, height, channels: 4 } })
          .removeAlpha()
          .png({ compressionLevel: 9 })
          .toBuffer()
      }),
    measureText: (text, fontSize) =>
      new Resvg(buildTextDocument(text, fontSize), { font }).getBBox()?.width ?? 0,
  }
}
