/**
 * Draws the dotted world map (web/assets/generated/world-map.svg) from Natural Earth's land shapes, and the places that glow on it
 * (web/assets/map-places.ts). Dots lie on a hexagonal grid of the projected plane; Antarctica is left out. Run: node scripts/art/map.ts
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { geoNaturalEarth1, geoPath } from 'd3-geo'
import sharp from 'sharp'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { places } from './places.ts'

const WIDTH = 1200
const STEP = 6
const NORTH = 78
const SOUTH = -55

const require = createRequire(import.meta.url)
const topology = JSON.parse(await readFile(require.resolve('world-atlas/land-50m.json'), 'utf8')) as Topology<{ land: GeometryCollection }>
const land = feature(topology, topology.objects.land)

// Turned by 11° so that the map is cut in the Bering Strait and not through Chukotka.
const projection = geoNaturalEarth1().rotate([-11, 0]).scale(1).translate([0, 0])
const west = projection([-168.99, 0])?.[0] ?? 0
const east = projection([190.99, 0])?.[0] ?? 0
const scale = WIDTH / (east - west)
projection.scale(scale)
const top = projection([11, NORTH])?.[1] ?? 0
projection.translate([WIDTH / 2, -top + STEP / 2])
const height = Math.ceil((projection([11, SOUTH])?.[1] ?? 0) / STEP) * STEP

// The land as a picture: a dot stands where its pixel is filled.
const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}"><path d="${geoPath(projection)(land)}"/></svg>`
const { data: filled, info } = await sharp(Buffer.from(shape)).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true })

const rowHeight = Math.round(STEP * 0.875)
const rows: number[][] = []
for (let row = 0; row * rowHeight < height; row++) {
  const y = STEP / 2 + row * rowHeight
  const found: number[] = []
  for (let x = STEP / 2 + (row % 2 ? STEP / 2 : 0); x < WIDTH; x += STEP) {
    if ((filled[y * info.width + x] ?? 0) > 127) found.push(x)
  }
  rows.push(found)
}

let d = ''
let last: [number, number] | undefined
rows.forEach((xs, row) => {
  const y = STEP / 2 + row * rowHeight
  for (const x of xs) {
    d += last ? `m${x - last[0]}${y - last[1] < 0 ? '' : ' '}${y - last[1]}h0` : `M${x} ${y}h0`
    last = [x, y]
  }
})
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}"><path fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" d="${d}"/></svg>\n`
await writeFile(new URL('../../web/assets/generated/world-map.svg', import.meta.url), svg)

// A place glows on the dot next to it, so that the light sits in the grid.
const nearest = (x: number, y: number): [number, number] => {
  let best: [number, number] = [x, y]
  let distance = Number.POSITIVE_INFINITY
  rows.forEach((xs, row) => {
    const dotY = STEP / 2 + row * rowHeight
    for (const dotX of xs) {
      const far = Math.hypot(dotX - x, dotY - y)
      if (far < distance) [best, distance] = [[dotX, dotY], far]
    }
  })
  return best
}
const lines = places.map(({ code, at }) => {
  const point = projection(at)
  if (!point) throw new Error(`${code} is not on the map`)
  const [x, y] = nearest(point[0], point[1])
  return `  ${code.toLowerCase()}: [${x}, ${y}],`
})
await writeFile(
  new URL('../../web/assets/map-places.ts', import.meta.url),
  `/** Places on generated/world-map.svg by country code, in units of its view box; written by scripts/art/map.ts. */
export const mapSize = { width: ${WIDTH}, height: ${height} } as const

export const mapPlaces = {
${lines.join('\n')}
} as const satisfies Record<string, readonly [x: number, y: number]>
`,
)
console.log(`${rows.flat().length} dots, ${svg.length} bytes, ${gzipSync(svg).length} gzipped, ${WIDTH}x${height}`)
