/**
 * Draws the mark (an eight-point star whose inner lines end in circuit pads) and what is made of it: web/assets/mark.{svg,ts}, the
 * lattice tile, and the icons in web/public. Run: node scripts/art/mark.ts
 */
import { mkdir, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { colours, eight, NOTCH, polar, polygon, short, starOutline } from './geometry.ts'

const out = (path: string) => new URL(`../../web/${path}`, import.meta.url)
const xy = (p: readonly [number, number]) => `${short(p[0])} ${short(p[1])}`

/** One contour: a ring with eight arms, each ending in a round pad. Cut out of the star by the even-odd rule. */
function circuit(ring: number, reach: number, pad: number, half: number): string {
  const inner = (Math.asin(half / ring) * 180) / Math.PI
  const distance = reach - Math.sqrt(pad * pad - half * half)
  const side = (Math.atan2(half, distance) * 180) / Math.PI
  const end = Math.hypot(distance, half)
  const arms = eight.map((a) => {
    const leave = xy(polar(a - inner, ring))
    return `${leave}L${xy(polar(a - side, end))}A${pad} ${pad} 0 1 1 ${xy(polar(a + side, end))}L${xy(polar(a + inner, ring))}`
  })
  return `M${arms.join(`A${ring} ${ring} 0 0 1 `)}A${ring} ${ring} 0 0 1 ${xy(polar(-inner, ring))}Z`
}

const solid = `${starOutline(30)}${circuit(8, 22.6, 2.7, 1.25)}`
const outline = starOutline(28)
const traces = eight.map((a) => `M${xy(polar(a + 22.5, 28 * NOTCH))}L${xy(polar(a + 22.5, 13))}`).join('')
const pads = eight.map((a) => {
  const [x, y] = polar(a + 22.5, 12.4)
  return `M${short(x - 2.7)} ${short(y)}a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0Z`
})

const markSvg = (star: string, core: string = colours.sun, extra = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">${extra}<path fill="${star}" fill-rule="evenodd" d="${solid}"/><circle cx="32" cy="32" r="4.4" fill="${core}"/></svg>\n`

/** The mark inset on a filled square: what phones show on a home screen (they cut the corners themselves). */
const tile = (inset: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${colours.ink}"/><g transform="translate(${inset} ${inset}) scale(${(64 - 2 * inset) / 64})"><path fill="${colours.oasisLight}" fill-rule="evenodd" d="${solid}"/><circle cx="32" cy="32" r="4.4" fill="${colours.sun}"/></g></svg>`

/** An ICO that holds PNG pictures, as every browser since 2007 reads it. */
function ico(pictures: { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  pictures.forEach(({ size, png }, i) => {
    const at = 6 + 16 * i
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  })
  return Buffer.concat([head, ...pictures.map((p) => p.png)])
}

const png = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()

/** The classic star-and-cross lattice: stars touch at their tips, pads sit where they meet. One tile repeats without a seam. */
function lattice(): string {
  const size = 96
  const star = starOutline(size / 2, [size / 2, size / 2])
  const inner = starOutline(size / 5, [size / 2, size / 2], 22.5)
  const dots: [number, number][] = [
    [0, 48],
    [96, 48],
    [48, 0],
    [48, 96],
  ]
  const cross = polygon([
    [0, 6],
    [6, 0],
    [0, -6],
    [-6, 0],
  ])
  const corners = [
    [0, 0],
    [size, 0],
    [0, size],
    [size, size],
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${size} ${size}"><g fill="none" stroke="#000" stroke-width="1"><path d="${star}${inner}"/>${corners.map(([x, y]) => `<path transform="translate(${x} ${y})" d="${cross}"/>`).join('')}</g>${dots.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2"/>`).join('')}</svg>\n`
}

await mkdir(out('assets/generated'), { recursive: true })
await mkdir(out('public'), { recursive: true })
await writeFile(out('assets/mark.svg'), markSvg(colours.oasis))
await writeFile(
  out('assets/mark.ts'),
  `/** Path data of the mark, drawn by scripts/art/mark.ts; the same star is logo, favicon, loading sign, badge shape and empty-state motif. */
export const mark = {
  viewBox: '0 0 64 64',
  /** The filled star with its circuit cut out: \`fill="currentColor" fillRule="evenodd"\`. */
  star: '${solid}',
  /** The sun in the middle; leave it out for one colour. */
  core: { cx: 32, cy: 32, r: 4.4 },
  /** The line version for large sizes, loading and empty states: stroke 3.4, no fill. */
  outline: '${outline}',
  /** Lines from the notches inwards: stroke 2.4. */
  traces: '${traces}',
  /** Pads at the ends of the traces: filled. */
  pads: '${pads.join('')}',
  /** The bare star shape, for badges and clip paths: filled. */
  badge: '${starOutline(32)}',
} as const
`,
)
await writeFile(out('assets/generated/lattice.svg'), lattice())
const style = `<style>path{fill:${colours.oasis}}@media(prefers-color-scheme:dark){path{fill:${colours.oasisLight}}}</style>`
await writeFile(out('public/favicon.svg'), markSvg(colours.oasis, colours.sun, style))
await writeFile(
  out('public/favicon.ico'),
  ico([
    { size: 16, png: await png(markSvg(colours.oasis), 16) },
    { size: 32, png: await png(markSvg(colours.oasis), 32) },
    { size: 48, png: await png(markSvg(colours.oasis), 48) },
  ]),
)
await writeFile(out('public/apple-touch-icon.png'), await png(tile(8), 180))
await writeFile(out('public/icon-192.png'), await png(tile(5), 192))
await writeFile(out('public/icon-512.png'), await png(tile(5), 512))
await writeFile(out('public/icon-maskable-512.png'), await png(tile(12), 512))
await writeFile(
  out('public/site.webmanifest'),
  `${JSON.stringify(
    {
      name: 'Botola · بطولة',
      short_name: 'Botola',
      start_url: '/',
      display: 'standalone',
      background_color: colours.paper,
      theme_color: colours.oasis,
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    null,
    2,
  )}\n`,
)
