/** More pictures of the demo's events (boards, cities, the final) and the three fallback covers. Stage as in scenes.ts. */
import { colours as c, eight, polar, random, short as s } from './geometry.ts'
import { at, block, circle, drone, iso, lattice, line, path, rect, rosette, rover, star, tones as t, trace } from './parts.ts'
import type { Scene } from './scenes.ts'

/** Walls of a perfect maze (every cell reached by one way) and the way from the first to the last cell. */
function maze(cols: number, rows: number, seed: number) {
  const next = random(seed)
  const open = new Set<string>()
  const from = new Map<number, number>([[0, -1]])
  const stack = [0]
  while (stack.length) {
    const cell = stack.at(-1) ?? 0
    const [x, y] = [cell % cols, Math.floor(cell / cols)]
    const free = [x > 0 ? cell - 1 : -1, x < cols - 1 ? cell + 1 : -1, y > 0 ? cell - cols : -1, y < rows - 1 ? cell + cols : -1].filter(
      (n) => n >= 0 && !from.has(n),
    )
    const to = free[Math.floor(next() * free.length)]
    if (to === undefined) {
      stack.pop()
      continue
    }
    from.set(to, cell)
    open.add(`${Math.min(cell, to)}-${Math.max(cell, to)}`)
    stack.push(to)
  }
  const way: number[] = []
  for (let cell = cols * rows - 1; cell >= 0; cell = from.get(cell) ?? -1) way.push(cell)
  return { open, way }
}

const labyrinth: Scene = (w) => {
  const cell = 60
  const cols = Math.floor((w - 80) / cell)
  const rows = 8
  const [ox, oy] = [(w - cols * cell) / 2, (600 - rows * cell) / 2]
  const { open, way } = maze(cols, rows, 9)
  let walls = ''
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      const i = y * cols + x
      if (x < cols - 1 && !open.has(`${i}-${i + 1}`)) walls += `M${ox + (x + 1) * cell} ${oy + y * cell}v${cell}`
      if (y < rows - 1 && !open.has(`${i}-${i + cols}`)) walls += `M${ox + x * cell} ${oy + (y + 1) * cell}h${cell}`
    }
  const mid = (i: number): [number, number] => [ox + (i % cols) * cell + cell / 2, oy + Math.floor(i / cols) * cell + cell / 2]
  const points = way.map(mid)
  const here = points[Math.floor(points.length / 2)] ?? [0, 0]
  return [
    rect(0, 0, w, 600, c.ink),
    lattice('l', w, 600, c.oasisLight, 0.09),
    rect(ox, oy, cols * cell, rows * cell, 'none', 14, `stroke="${c.oasis}" stroke-width="9"`),
    line(walls, c.oasis, 9),
    line(`M${points.map((q) => q.join(' ')).join('L')}`, c.sun, 22, 'opacity=".18"'),
    trace(points, c.sun, 7, c.ink),
    star(here[0], here[1], 36, c.paper) + star(here[0], here[1], 25, c.coral, 22.5) + circle(here[0], here[1], 9, c.paper),
  ].join('')
}

const track: Scene = (w) => {
  const m = w / 2
  const k = w > 1000 ? 2 : 1
  const d = `M${m - 290 * k} 470C${m - 420 * k} 250 ${m - 250 * k} 90 ${m - 110 * k} 200S${m - 60 * k} 470 ${m + 60 * k} 430S${m + 60 * k} 130 ${m + 210 * k} 130S${m + 400 * k} 330 ${m + 290 * k} 430S${m - 160 * k} 620 ${m - 290 * k} 470Z`
  const topRover =
    rect(-46, -52, 92, 14, c.ink, 7) +
    rect(-46, 38, 92, 14, c.ink, 7) +
    rect(-54, -40, 108, 80, c.oasis, 22) +
    star(-10, 0, 28, c.paper) +
    circle(-10, 0, 9, c.sun) +
    rect(30, -26, 18, 52, c.ink, 9) +
    circle(39, -12, 5, c.oasisLight) +
    circle(39, 12, 5, c.oasisLight)
  return [
    rect(0, 0, w, 600, c.sand),
    lattice('l', w, 600, c.bronze, 0.2),
    line(d, c.paper, 92),
    line(d, c.sand, 74, 'opacity=".6"'),
    line(d, c.ink, 17),
    [0, 1, 2, 3, 4, 5].map((i) => rect(m + 262 * k + (i % 2) * 22, 372 + i * 14, 22, 14, c.ink)).join(''),
    [0, 1, 2, 3, 4, 5].map((i) => rect(m + 262 * k + ((i + 1) % 2) * 22, 372 + i * 14, 22, 14, c.paper)).join(''),
    at(m - 10 * k, 420, 1.2, topRover, k === 1 ? -8 : 6),
    at(m + 190 * k, 131, 1, topRover.replaceAll(c.oasis, c.coral), -6),
    star(m - 180 * k, 330, 54, c.sun) + circle(m - 180 * k, 330, 18, c.sand),
    star(m + 190 * k, 300, 40, c.oasis) + circle(m + 190 * k, 300, 13, c.sand),
  ].join('')
}

const city: Scene = (w) => {
  const m = w / 2
  const p = iso(m, 300, w > 1000 ? 62 : 44)
  const next = random(17)
  const looks = [
    [c.paper, t.duneLight, t.dune],
    [t.mint, t.leaf, c.oasis],
    [t.peach, c.bronze, t.clay],
    [c.silver, '#7C8AA0', '#5B677B'],
  ] as const
  const houses: { depth: number; svg: string }[] = []
  for (let x = -16; x < 18; x += 2)
    for (let y = -16; y < 18; y += 2) {
      const [px, py] = p(x + 0.7, y + 0.7)
      if (px < -90 || px > w + 90 || py < 150 || py > 720) continue
      if (x === 0 || y === 0) continue
      const near = Math.hypot(px - m, (py - 330) * 1.4) / (w > 1000 ? 640 : 420)
      const tall = Math.max(0.5, 4.6 - near * 3 + next() * 1.6)
      const look = looks[Math.floor(next() * looks.length)] ?? looks[0]
      const windows = Array.from({ length: Math.floor(tall * 1.6) }, (_, i) => {
        const [ax, ay] = p(x, y + 1.4, i * 0.6 + 0.35)
        const [bx, by] = p(x + 1.4, y + 1.4, i * 0.6 + 0.35)
        return line(`M${s(ax + 9)} ${s(ay + 4)}L${s(bx - 9)} ${s(by - 4)}`, c.ink, 5, 'opacity=".3" stroke-dasharray="7 8"')
      }).join('')
      houses.push({ depth: x + y, svg: block(p, x, y, 0, [1.4, 1.4, tall], look) + windows })
    }
  houses.sort((a, b) => a.depth - b.depth)
  return [
    rect(0, 0, w, 600, t.deep),
    lattice('l', w, 600, c.oasisLight, 0.1),
    rosette(m, 150, 92, c.sun, 0.12),
    houses.map((h) => h.svg).join(''),
    at(
      m - 200,
      150,
      0.95,
      drone({ trim: c.coral }) + line('M0 46V74', c.paper, 4) + rect(-26, 74, 52, 42, c.sun, 5) + rect(-5, 74, 10, 42, t.clay),
    ),
    at(m + 250, 110, 0.75, drone({ trim: c.oasisLight })),
  ].join('')
}

const gates: Scene = (w) => {
  const m = w / 2
  const wide = w > 1000 ? 1.9 : 1
  const gate = (x: number, y: number, r: number, colour: string) =>
    star(x, y, r, 'none', 0, `stroke="${colour}" stroke-width="${s(r / 5.5)}" stroke-linejoin="round"`) +
    [0, 2, 4, 6].map((i) => circle(...polar(eight[i] ?? 0, r, [x, y]), r / 8, c.paper)).join('')
  return [
    rect(0, 0, w, 600, c.sun),
    lattice('l', w, 600, c.ink, 0.1),
    rosette(m, 300, 190, t.peach, 0.2),
    gate(m - 300 * wide, 390, 60, c.coral),
    gate(m - 170 * wide, 210, 84, c.ink),
    line(
      `M${m - 380 * wide} 470C${m - 300 * wide} 380 ${m - 250 * wide} 190 ${m - 150 * wide} 210S${m - 20 * wide} 420 ${m + 120 * wide} 330`,
      c.paper,
      9,
      'stroke-dasharray="3 20"',
    ),
    gate(m + 150 * wide, 320, 190, c.oasis),
    at(m + 130 * wide, 330, 1.65, drone({ trim: c.ink, eye: c.sun }), -8),
    at(m - 185 * wide, 214, 0.62, drone({ trim: c.coral }), 8),
  ].join('')
}

const podium: Scene = (w) => {
  const m = w / 2
  const next = random(3)
  const rays = Array.from({ length: 16 }, (_, i) => {
    const a = polar(i * 22.5 - 4, 1300, [m, 270])
    const b = polar(i * 22.5 + 4, 1300, [m, 270])
    return path(`M${m} 270L${s(a[0])} ${s(a[1])}L${s(b[0])} ${s(b[1])}Z`, c.oasisLight, 'opacity=".09"')
  }).join('')
  const step = (x: number, h: number, colour: string, n: string) =>
    rect(x - 88, 590 - h, 176, h + 20, colour, 8) +
    rect(x - 88, 590 - h, 176, 14, c.paper, 7, 'opacity=".5"') +
    star(x, 590 - h / 2 + 8, 30, c.ink) +
    n
  const dots = (x: number, y: number, n: number) =>
    Array.from({ length: n }, (_, i) => circle(x + (i - (n - 1) / 2) * 15, y, 5.5, c.paper)).join('')
  return [
    rect(0, 0, w, 600, c.night),
    rays,
    lattice('l', w, 600, c.oasisLight, 0.06),
    rosette(m, 250, 150, t.deep, 0.3),
    Array.from({ length: Math.round(w / 14) }, () => {
      const [x, y] = [next() * w, next() * 420]
      const colour = [c.sun, c.oasisLight, c.coral, c.paper][Math.floor(next() * 4)] ?? c.sun
      return `<rect x="${s(x)}" y="${s(y)}" width="9" height="15" fill="${colour}" transform="rotate(${Math.round(next() * 180)} ${s(x)} ${s(y)})"/>`
    }).join(''),
    step(m, 190, c.sun, dots(m, 503, 1)),
    step(m - 190, 130, c.silver, dots(m - 190, 533, 2)),
    step(m + 190, 96, c.bronze, dots(m + 190, 550, 3)),
    at(
      m,
      402,
      1.05,
      rover({ trim: c.oasis }, false) +
        line('M-52 -96L-96 -150M52 -96L96 -150', c.oasis, 11) +
        star(104, -176, 34, c.sun) +
        circle(104, -176, 11, c.night),
    ),
    at(m - 190, 462, 0.8, rover({ trim: c.coral })),
    at(m + 190, 496, 0.8, rover({ trim: c.sun }, false)),
  ].join('')
}

/** A cover for an event without its own: a large star, its circuit and the lattice, in one of three colourings. */
const plain =
  (ground: string, front: string, light: string, core: string): Scene =>
  (w) => {
    const m = w / 2
    return [
      rect(0, 0, w, 600, ground),
      lattice('l', w, 600, front, 0.22),
      star(m, 300, 300, front, 22.5, 'opacity=".12"'),
      star(m, 300, 220, front),
      eight.map((a) => trace([polar(a, 66, [m, 300]), polar(a, 160, [m, 300])], ground, 12, front)).join(''),
      circle(m, 300, 64, ground),
      circle(m, 300, 34, core),
      eight.map((a) => circle(...polar(a + 22.5, 262, [m, 300]), 7, light)).join(''),
    ].join('')
  }

export const indoorScenes = { labyrinth, track, city, gates, podium } satisfies Record<string, Scene>
export const fallbackScenes = {
  'fallback-1': plain(t.deep, c.oasisLight, c.sun, c.sun),
  'fallback-2': plain(c.sand, c.oasis, c.bronze, c.coral),
  'fallback-3': plain(c.ink, c.sun, c.oasisLight, c.coral),
} satisfies Record<string, Scene>
