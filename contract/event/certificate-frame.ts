import { logo } from '../site/logo.ts'

/**
 * The stars of the frame of a certificate, in tiles of 56 units, in which neighbours touch: 29 in a row and 20
 * in a column are nearly square on A4.
 */
const stars = { tile: 56, columns: 29, rows: 20 }

const movePath = (path: string, x: number, y: number) =>
  path.replace(/([\d.]+) ([\d.]+)/g, (_, pointX, pointY) => `${Number(pointX) + x} ${Number(pointY) + y}`)

/**
 * The frame of a certificate: one path of lines, which spares ink and keeps the size of a PDF file small. It
 * is drawn without filling.
 */
export const certificateFrame = {
  viewBox: `-2 -2 ${stars.columns * stars.tile + 4} ${stars.rows * stars.tile + 4}`,
  strokeWidth: 1.8,
  path: Array.from({ length: stars.columns * stars.rows }, (_, index) => [
    index % stars.columns,
    Math.floor(index / stars.columns),
  ])
    .filter(([column = 0, row = 0]) => column % (stars.columns - 1) === 0 || row % (stars.rows - 1) === 0)
    .map(([column = 0, row = 0]) =>
      movePath(logo.outline + logo.traces, column * stars.tile - 4, row * stars.tile - 4),
    )
    .join(''),
}
