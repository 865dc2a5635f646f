/** Shared geometry of the drawings: points on a circle, the eight-point star, path strings with two decimals. */

export type Point = readonly [x: number, y: number]

/** Colours of the identity (docs: the visual tokens); drawings that become pictures cannot read CSS variables. */
export const colours = {
  ink: '#0B1220',
  night: '#0A0F1C',
  nightSand: '#141C2E',
  paper: '#FBFAF6',
  sand: '#F1EBDD',
  oasis: '#0B8F70',
  oasisLight: '#2FE0B4',
  sun: '#F5A524',
  silver: '#AEB8C6',
  bronze: '#C77B3B',
  coral: '#D93D42',
} as const

/** A number as short as it can be written with two decimals. */
export const short = (n: number): string => String(Math.round(n * 100) / 100)

/** The point at `degrees` (clockwise from the right, as SVG turns) and `radius` around a centre. */
export function polar(degrees: number, radius: number, centre: Point = [32, 32]): Point {
  const a = (degrees * Math.PI) / 180
  return [centre[0] + radius * Math.cos(a), centre[1] + radius * Math.sin(a)]
}

/** `M … L … Z` through the points. */
export const polygon = (points: readonly Point[]): string => `M${points.map((p) => `${short(p[0])} ${short(p[1])}`).join('L')}Z`

/** Ratio of the notches' radius to the tips' radius where two squares turned by 45° cross. */
export const NOTCH = Math.SQRT1_2 / Math.cos(Math.PI / 8)

/** Outline of two squares turned by 45°: sixteen corners, tips at every 45°. */
export function starOutline(radius: number, centre: Point = [32, 32], turn = 0): string {
  return polygon(Array.from({ length: 16 }, (_, i) => polar(turn + i * 22.5, i % 2 ? radius * NOTCH : radius, centre)))
}

/** The eight directions of the star's tips in degrees. */
export const eight = [0, 45, 90, 135, 180, 225, 270, 315] as const

/** A small deterministic generator (mulberry32): the same seed draws the same picture on every machine. */
export function random(seed: number): () => number {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
