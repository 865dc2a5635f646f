/** The page whose `draw(seconds)` paints one frame of the story video: four scenes cut with short fades. */
import { readFile } from 'node:fs/promises'
import { mapPlaces, mapSize } from '../../web/assets/map-places.ts'
import { mark } from '../../web/assets/mark.ts'
import { colours as c } from './geometry.ts'
import { circle, lattice, line, path, rect, rosette, rover, star, tones as t } from './parts.ts'

/** Start and end of the scenes in seconds; the length of the video is the last end. */
export const cuts = { mark: [0, 4], map: [3.6, 8], board: [7.6, 12], podium: [11.6, 16] } as const
export const length = cuts.podium[1]

const way: [number, number][] = [
  [140, 560],
  [420, 560],
  [420, 300],
  [700, 300],
  [700, 480],
  [980, 480],
  [980, 200],
  [1130, 200],
]

const board = () => {
  let tiles = ''
  for (let x = 0; x < 9; x++)
    for (let y = 0; y < 5; y++) tiles += rect(10 + x * 140, 10 + y * 140, 132, 132, (x + y) % 2 ? '#F6F1E5' : c.sand, 10)
  const blocks = [
    [300, 160, c.coral],
    [560, 570, c.sun],
    [850, 200, c.oasis],
  ] as const
  return (
    rect(0, 0, 1280, 720, t.dune) +
    tiles +
    blocks.map(([x, y, fill]) => rect(x - 40, y - 40, 80, 80, fill, 12) + star(x, y, 24, c.paper)).join('') +
    star(1130, 200, 74, c.sun) +
    circle(1130, 200, 26, c.paper) +
    line(`M${way.map((p) => p.join(' ')).join('L')}`, c.silver, 8, 'stroke-dasharray="2 22"') +
    `<path id="way" d="M${way.map((p) => p.join(' ')).join('L')}" fill="none" stroke="${c.oasis}" stroke-width="16" stroke-linejoin="round" stroke-linecap="round" pathLength="1" stroke-dasharray="1" stroke-dashoffset="1"/>` +
    `<g id="rover">${rect(-46, -54, 92, 16, c.ink, 8)}${rect(-46, 38, 92, 16, c.ink, 8)}${rect(-54, -42, 108, 84, c.oasis, 22)}${star(-10, 0, 28, c.paper)}${circle(-10, 0, 9, c.sun)}${rect(28, -27, 20, 54, c.ink, 10)}${circle(38, -12, 5, c.oasisLight)}${circle(38, 12, 5, c.oasisLight)}</g>`
  )
}

const podium = () => {
  const step = (id: string, x: number, h: number, fill: string, scale: number, trim: string) =>
    `<g id="${id}"><g transform="translate(${x} ${720 - h}) scale(${scale})">${rover({ trim }, false)}</g>${rect(x - 110, 720 - h, 220, h + 300, fill, 8)}${star(x, 720 - h / 2, 36, c.ink)}</g>`
  const confetti = Array.from(
    { length: 70 },
    (_, i) => `<rect class="bit" width="11" height="18" fill="${[c.sun, c.oasisLight, c.coral, c.paper][i % 4]}"/>`,
  )
  return (
    rect(0, 0, 1280, 720, c.night) +
    lattice('p', 1280, 720, c.oasisLight, 0.07) +
    `<g id="light">${rosette(640, 330, 190, t.deep, 0.3)}</g>` +
    step('third', 880, 130, c.bronze, 1, c.sun) +
    step('second', 400, 180, c.silver, 1, c.coral) +
    step('first', 640, 260, c.sun, 1.2, c.oasis) +
    confetti.join('')
  )
}

/** The whole page as HTML. Motion is a pure function of time, so that every run renders the same video. */
export async function videoPage(): Promise<string> {
  const map = (await readFile(new URL('../../web/assets/generated/world-map.svg', import.meta.url), 'utf8')).replace(/<\/?svg[^>]*>/g, '')
  const lights = Object.values(mapPlaces)
    .map(
      ([x, y]) =>
        `<g class="light" transform="translate(${x} ${y})"><circle r="13" fill="${c.sun}" opacity=".25"/><circle r="4.4" fill="${c.sun}"/></g>`,
    )
    .join('')
  const svg = (id: string, inner: string) =>
    `<svg id="${id}" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720" style="position:absolute;inset:0">${inner}</svg>`
  const opening =
    rect(0, 0, 1280, 720, c.night) +
    lattice('o', 1280, 720, c.oasisLight, 0.07) +
    `<g id="spin" transform="translate(640 360)"><g transform="scale(7.4) translate(-32 -32)"><g fill="none" stroke="${c.oasisLight}" stroke-linejoin="round"><path class="ink" pathLength="1" stroke-width="1.6" d="${mark.outline}"/><path class="trace" stroke-width="1.4" d="${mark.traces}"/></g><path class="pad" fill="${c.oasisLight}" d="${mark.pads}"/><g class="solid"><path fill="${c.oasisLight}" fill-rule="evenodd" d="${mark.star}"/></g><circle class="core" cx="32" cy="32" fill="${c.sun}"/></g></g>`
  const world = `${rect(0, 0, 1280, 720, c.night)}<g id="globe"><svg x="40" y="108" width="1200" height="504" viewBox="0 0 ${mapSize.width} ${mapSize.height}" color="#5d6d8c" overflow="visible">${map}${lights}</svg></g>`
  return `<!doctype html><meta charset="utf-8"><style>html,body{margin:0;background:${c.night}}</style>
${svg('mark', opening)}${svg('map', world)}${svg('board', board())}${svg('podium', podium() + path('M0 0', 'none'))}
<script>
const cuts = ${JSON.stringify(cuts)}, fade = 0.4, end = ${length}
const $ = (q) => document.querySelector(q), all = (q) => [...document.querySelectorAll(q)]
const clamp = (v) => Math.max(0, Math.min(1, v)), ease = (v) => { v = clamp(v); return v * v * (3 - 2 * v) }
const back = (v) => { v = clamp(v) - 1; return 1 + 2.2 * v ** 3 + 1.2 * v ** 2 }
const way = $('#way'), total = way.getTotalLength()
window.draw = (now) => {
  for (const [id, [from, to]] of Object.entries(cuts)) {
    const seen = now >= from && now <= to
    const el = document.getElementById(id)
    el.style.display = seen ? '' : 'none'
    el.style.opacity = from === 0 ? 1 : ease((now - from) / fade)
  }
  const m = now
  $('.ink').setAttribute('stroke-dasharray', '1'); $('.ink').setAttribute('stroke-dashoffset', 1 - ease(m / 1.4))
  $('.trace').style.opacity = ease((m - 1) / 0.5); $('.pad').style.opacity = ease((m - 1.3) / 0.4)
  $('.solid').style.opacity = ease((m - 1.9) / 0.6); $('.core').setAttribute('r', 4.4 * back((m - 1.6) / 0.5))
  $('#spin').setAttribute('transform', 'translate(640 360) rotate(' + (-45 * (1 - ease(m / 2.6))) + ') scale(' + (0.9 + 0.1 * ease(m / 2.6) + 0.05 * ease((m - 3) / 1)) + ')')
  const g = now - cuts.map[0]
  $('#globe').setAttribute('transform', 'translate(640 360) scale(' + (1 + 0.012 * g * g) + ') translate(' + (-640 - 6 * g) + ' -360)')
  all('.light').forEach((l, i) => {
    const p = back((g - 0.6 - i * 0.11) / 0.35)
    const pulse = 1 + 0.15 * Math.sin((now + i) * 4)
    l.setAttribute('transform', l.getAttribute('transform').replace(/ scale.*/, '') + ' scale(' + Math.max(0, p * pulse) + ')')
  })
  const b = ease((now - cuts.board[0] - 0.5) / 3.1)
  way.setAttribute('stroke-dashoffset', 1 - b)
  const here = way.getPointAtLength(total * b), ahead = way.getPointAtLength(Math.min(total, total * b + 26)), behind = way.getPointAtLength(Math.max(0, total * b - 26))
  $('#rover').setAttribute('transform', 'translate(' + here.x + ' ' + here.y + ') rotate(' + (Math.atan2(ahead.y - behind.y, ahead.x - behind.x) * 180 / Math.PI) + ') scale(1.05)')
  const p = now - cuts.podium[0]
  ;[['third', 0.3], ['second', 0.7], ['first', 1.1]].forEach(([id, at]) => document.getElementById(id).setAttribute('transform', 'translate(0 ' + (560 * (1 - back((p - at) / 0.7))) + ')'))
  $('#light').setAttribute('transform', 'rotate(' + (p * 7) + ' 640 330)')
  all('.bit').forEach((e, i) => {
    const t = p - 1.6 - (i % 10) * 0.06
    e.style.opacity = t > 0 ? 1 : 0
    e.setAttribute('transform', 'translate(' + (((i * 193) % 1280) + 26 * Math.sin(t * 2 + i)) + ' ' + (-40 + t * (190 + (i * 37) % 140)) + ') rotate(' + (t * 140 + i * 40) + ')')
  })
}
draw(0)
</script>`
}
