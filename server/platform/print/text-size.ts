/**
 * The widths of letters as shares of their size, in the bold weight of the heading font: the width of capitals and
 * of wide characters, and that of others.
 */
const letterWidths = { wide: 0.85, other: 0.62 }
const wideLetter = /[\p{Lu}\p{Extended_Pictographic}\p{Script=Han}\p{Script=Hangul}%@&mwMW—…]/u
const isMark = /[\p{M}\p{Cf}]/u
/** Letters of a word after which a line may break (`compile-pdf.ts`). */
const longestWord = 18

const shares = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3] as const

const getWidth = (text: string): number =>
  [...text].reduce(
    (sum, letter) =>
      sum + (isMark.test(letter) ? 0 : wideLetter.test(letter) ? letterWidths.wide : letterWidths.other),
    0,
  )

/** Where a text has to fit: `width` as a multiple of the size of its letters, and lines of that size. */
type TextBox = { width: number; lines: number }

/**
 * Returns the largest share of the size of letters with which a text fits in a box, from 1 to 0.3. It estimates
 * widths, because a document that measures thousands of texts needs too much memory.
 */
export const estimateFittingTextScale = (text: string, { width, lines }: TextBox): number => {
  const words = text.split(/\s+/).map((word) => Math.min(getWidth(word), longestWord * letterWidths.wide))
  const widest = Math.max(...words)
  const total = getWidth(text)
  return (
    shares.find((share) => {
      const room = width / share
      // the end of a line stays empty where the next word does not fit
      const usable = lines === 1 ? room : room * 0.85
      return widest <= room && Math.ceil(total / usable) <= Math.floor(lines / share)
    }) ??
    shares.at(-1) ??
    1
  )
}
