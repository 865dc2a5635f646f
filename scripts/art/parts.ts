/** Parts that the scenes are made of. All lengths are units of a stage 600 high; every function returns SVG. */
import { colours as c, polar, random, short as s, starOutline } from './geometry.ts'

/** More tones of the identity's colours, for pictures only. */
export const tones = {
  deep: '#075443',
  leaf: '#12A583',
  mint: '#BFEFE0',
  sea: '#0C3550',
  seaLight: '#15577C',
  sky: '#DDEBEA',
  dusk: '#1D2A45',
  clay: '#A65F2A',
  dune: '#E3B872',
  duneLight: '#F0D3A0',
  peach: '#F8C98A',
  white: '#FFFFFF',
} as const

export const rect = (x: number, y: number, w: number, h: number, fill: string, r = 0, extra = '') =>
  `<rect x="${s(x)}" y="${s(y)}" width="${s(w)}" height="${s(h)}" rx="${r}" fill="${fill}" ${extra}/>`
export const circle = (x: number, y: number, r: number, fill: string, extra = '') =>
  `<circle cx="${s(x)}" cy="${s(y)}" r="${s(r)}" fill="${fill}" ${extra}/>`
export const path = (d: string, fill: string, extra = '') => `<path d="${d}" fill="${fill}" ${extra}/>`
export const line = (d: string, stroke: string, width: number, extra = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`
export const at = (x: number, y: number, scale: number, content: string, turn = 0) =>
  `<g transform="translate(${s(x)} ${s(y)})${turn ? ` rotate(${turn})` : ''} scale(${scale})">${content}</g>`
export const star = (x: number, y: number, r: number, fill: string, turn = 0, extra = '') => path(starOutline(r, [x, y], turn), fill, extra)

/** Stars within stars: the light behind a scene. */
export const rosette = (x: number, y: number, r: number, fill: string, opacity = 0.16) =>
  [1.9, 1.42, 1].map((k, i) => star(x, y, r * k, fill, i % 2 ? 22.5 : 0, `opacity="${i === 2 ? 1 : s(opacity * (1 + i))}"`)).join('')

/** The lattice as a quiet pattern over an area. */
export function lattice(id: string, w: number, h: number, colour: string, opacity: number, tile = 84): string {
  const half = tile / 2
  return `<defs><pattern id="${id}" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse"><path d="${starOutline(half, [half, half])}" fill="none" stroke="${colour}" stroke-width="1.6"/></pattern></defs><rect width="${w}" height="${h}" fill="url(#${id})" opacity="${opacity}"/>`
}

/** A soft hill line from edge to edge, filled to the bottom. */
export function dunes(w: number, y: number, amp: number, fill: string, phase: number, wave = 520): string {
  let d = `M0 ${s(y + amp * Math.sin(phase))}`
  for (let x = 0; x < w; x += wave / 2) {
    const next = y + amp * Math.sin(phase + ((x + wave / 2) / wave) * Math.PI * 2 * 0.62)
    const here = y + amp * Math.sin(phase + (x / wave) * Math.PI * 2 * 0.62)
    d += `C${s(x + wave / 5)} ${s(here)} ${s(x + wave / 3.4)} ${s(next)} ${s(x + wave / 2)} ${s(next)}`
  }
  return path(`${d}V600H0Z`, fill)
}

export function skyDots(w: number, h: number, count: number, seed: number, fill: string = c.paper): string {
  const next = random(seed)
  return Array.from({ length: count }, () =>
    circle(next() * w, next() * h, 1 + next() * 2, fill, `opacity="${s(0.35 + next() * 0.6)}"`),
  ).join('')
}

/** A conductor with a pad at each end. */
export function trace(points: readonly (readonly [number, number])[], colour: string, width = 7, ground: string = c.night): string {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return ''
  const pad = (p: readonly [number, number]) => circle(p[0], p[1], width * 1.7, ground, `stroke="${colour}" stroke-width="${width}"`)
  return line(`M${points.map((p) => `${s(p[0])} ${s(p[1])}`).join('L')}`, colour, width) + pad(first) + pad(last)
}

export function palm(height: number, leaf: string = c.oasis, trunk: string = tones.clay): string {
  const fronds = [-168, -140, -108, -72, -40, -12]
    .map((a, i) => {
      const [x, y] = polar(a, 74 + (i % 2) * 12, [0, -height])
      const [mx, my] = polar(a - (a < -90 ? -24 : 24), 52, [0, -height - 16])
      return path(`M0 ${-height}Q${s(mx)} ${s(my)} ${s(x)} ${s(y + 40)}Q${s(mx * 0.7)} ${s(my + 26)} 0 ${-height}Z`, leaf)
    })
    .join('')
  return (
    path(`M-8 0Q-2 ${-height / 2} -5 ${-height}H5Q8 ${-height / 2} 10 0Z`, trunk) +
    fronds +
    circle(-6, -height + 9, 6, c.sun) +
    circle(7, -height + 10, 6, c.sun)
  )
}

type Paint = { body?: string; trim?: string; dark?: string; eye?: string }

/** The hero of the pictures: a rover with a visor, a star on the chest and a pad on the antenna. Stands on y = 0, about 150 wide, 190 high. */
export function rover({ body = c.paper, trim = c.oasis, dark = c.ink, eye = c.oasisLight }: Paint = {}, arm = true): string {
  const wheel = (x: number) => circle(x, -22, 22, dark) + circle(x, -22, 11, c.silver) + circle(x, -22, 4, dark)
  return [
    arm ? line('M58 -88L98 -116L112 -84', trim, 10) + line('M104 -84h16M104 -84v14M120 -84v14', dark, 6) : '',
    wheel(-52),
    wheel(0),
    wheel(52),
    rect(-74, -62, 148, 30, trim, 15),
    rect(-52, -122, 104, 66, body, 16),
    star(0, -89, 21, trim),
    circle(0, -89, 7, c.sun),
    rect(-10, -134, 20, 16, dark),
    rect(-44, -186, 88, 56, body, 20),
    rect(-34, -176, 68, 34, dark, 16),
    circle(-14, -159, 7, eye),
    circle(14, -159, 7, eye),
    line('M26 -186V-208', trim, 5),
    circle(26, -214, 8, c.sun),
  ].join('')
}

/** A flying robot around (0, 0), about 190 wide. */
export function drone({ body = c.paper, trim = c.oasis, dark = c.ink, eye = c.oasisLight }: Paint = {}): string {
  const rotor = (x: number, y: number) =>
    line(`M${x} ${y}v-18`, dark, 6) +
    `<ellipse cx="${x}" cy="${y - 20}" rx="46" ry="7" fill="${trim}" opacity=".75"/>` +
    circle(x, y - 20, 5, dark)
  return [
    line('M-78 -10L0 6L78 -10', dark, 9),
    rotor(-78, -10),
    rotor(78, -10),
    rect(-44, -26, 88, 56, body, 26),
    rect(-32, -14, 64, 30, dark, 15),
    circle(-13, 1, 6, eye),
    circle(13, 1, 6, eye),
    line('M-26 30v16h-16M26 30v16h16', dark, 5),
    circle(0, -26, 6, c.sun),
  ].join('')
}

/** A small self-driving car, side view, standing on y = 0, about 230 wide. */
export function car({ body = c.oasis, trim = c.paper, dark = c.ink, eye = c.oasisLight }: Paint = {}): string {
  const wheel = (x: number) => circle(x, -26, 28, dark) + circle(x, -26, 13, c.silver) + star(x, -26, 9, dark)
  return [
    path('M-118 -34Q-122 -78 -84 -84L-50 -122Q-42 -130 -30 -130H34Q46 -130 56 -120L86 -84Q122 -80 118 -34Z', body),
    path('M-62 -86L-38 -114Q-34 -118 -28 -118H-4V-86ZM8 -118H30Q38 -118 44 -112L66 -86H8Z', dark),
    rect(-118, -52, 236, 10, trim, 5, 'opacity=".9"'),
    rect(-20, -148, 40, 18, dark, 8),
    rect(-26, -164, 52, 16, trim, 8),
    circle(0, -156, 4, c.sun),
    rect(98, -74, 20, 12, c.sun, 6),
    circle(-36, -100, 5, eye),
    circle(-20, -100, 5, eye),
    wheel(-68),
    wheel(68),
  ].join('')
}

/** A diving robot around (0, 0), about 220 wide, looking right. */
export function diver({ body = c.sun, trim = c.paper, dark = c.ink, eye = c.oasisLight }: Paint = {}): string {
  return [
    path('M-128 -26L-96 0L-128 26Z', dark),
    rect(-104, -14, 30, 28, c.silver, 6),
    rect(-86, -54, 184, 108, body, 54),
    rect(-20, -86, 60, 40, body, 12),
    line('M22 -86V-112H46', dark, 7),
    circle(50, 0, 38, trim),
    circle(50, 0, 29, dark),
    circle(40, -2, 7, eye),
    circle(62, -2, 7, eye),
    star(-34, 0, 24, trim),
    circle(-34, 0, 8, c.coral),
    line('M20 52L52 78L84 70', dark, 9),
    line('M84 62l12 4M84 78l12 -4', dark, 6),
  ].join('')
}

/** Isometric projection around an origin: x to the lower right, y to the lower left, z up. */
export const iso =
  (ox: number, oy: number, unit: number) =>
  (x: number, y: number, z = 0): readonly [number, number] => [ox + (x - y) * unit * 0.866, oy + (x + y) * unit * 0.5 - z * unit]

/** A block with three lit faces on an isometric stage. */
export function block(
  p: ReturnType<typeof iso>,
  x: number,
  y: number,
  z: number,
  size: readonly [number, number, number],
  faces: readonly [string, string, string],
): string {
  const [w, d, h] = size
  const quad = (points: (readonly [number, number])[], fill: string) =>
    path(`M${points.map((q) => `${s(q[0])} ${s(q[1])}`).join('L')}Z`, fill)
  return (
    quad([p(x, y, z + h), p(x + w, y, z + h), p(x + w, y + d, z + h), p(x, y + d, z + h)], faces[0]) +
    quad([p(x, y + d, z + h), p(x + w, y + d, z + h), p(x + w, y + d, z), p(x, y + d, z)], faces[1]) +
    quad([p(x + w, y, z + h), p(x + w, y + d, z + h), p(x + w, y + d, z), p(x + w, y, z)], faces[2])
  )
}
