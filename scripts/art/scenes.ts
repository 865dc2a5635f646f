/** The pictures of the demo's events. A scene draws itself on a stage of any width and a height of 600: 800 wide it is a cover, 1920 wide a banner. */
import { colours as c, random, short as s } from './geometry.ts'
import {
  at,
  block,
  car,
  circle,
  diver,
  drone,
  dunes,
  iso,
  lattice,
  line,
  palm,
  path,
  rect,
  rosette,
  rover,
  skyDots,
  star,
  tones as t,
  trace,
} from './parts.ts'

export type Scene = (w: number) => string

const oasis: Scene = (w) => {
  const m = w / 2
  return [
    rect(0, 0, w, 600, t.sky),
    lattice('l', w, 600, c.oasis, 0.13),
    rosette(m + 130, 210, 92, c.sun),
    dunes(w, 330, 36, t.duneLight, 1.2),
    dunes(w, 390, 40, t.dune, 3.4, 620),
    at(m - 250, 430, 1.1, palm(190)),
    at(m - 180, 446, 0.86, palm(170, t.leaf)),
    at(m + 330, 420, 0.8, palm(180, t.leaf)),
    w > 1000 ? at(m + 560, 430, 1, palm(210)) + at(m - 640, 420, 0.9, palm(200, t.leaf)) : '',
    `<ellipse cx="${m - 130}" cy="500" rx="${w > 1000 ? 520 : 330}" ry="64" fill="${c.oasis}"/><ellipse cx="${m - 130}" cy="494" rx="${w > 1000 ? 480 : 290}" ry="48" fill="${t.leaf}"/>`,
    line(`M${m - 330} 492h70M${m - 210} 512h110M${m - 60} 486h60`, t.mint, 5, 'opacity=".8"'),
    dunes(w, 560, 18, c.bronze, 0.4, 700),
    at(m + 150, 560, 1.15, rover()),
    line(`M${m + 40} 572H${m - 330}`, c.ink, 6, 'stroke-dasharray="2 22"'),
    circle(m - 352, 572, 11, 'none', `stroke="${c.ink}" stroke-width="6"`),
  ].join('')
}

const rally: Scene = (w) => {
  const m = w / 2
  const road = (l: number, r: number) =>
    `M${m - 40} 330C${m + 140} 370 ${m - 160} 410 ${m - l} 600H${m + r}C${m + 60} 430 ${m + 190} 370 ${m - 22} 330Z`
  return [
    rect(0, 0, w, 600, t.dusk),
    skyDots(w, 260, Math.round(w / 16), 7),
    lattice('l', w, 340, c.paper, 0.05),
    rosette(m - 30, 300, 120, c.sun, 0.14),
    dunes(w, 330, 30, t.clay, 2.1),
    dunes(w, 378, 26, c.bronze, 4.6, 640),
    path(road(330, 300), c.ink),
    line(`M${m - 30} 344C${m + 130} 384 ${m - 40} 430 ${m - 16} 600`, t.duneLight, 7, 'stroke-dasharray="16 26"'),
    dunes(w, 540, 14, t.clay, 5.2, 800).replace('/>', ' opacity="0"/>'),
    at(m + 40, 548, 1.55, car()),
    path(`M${m + 222} 446L${w} 376V560L${m + 222} 462Z`, c.sun, 'opacity=".26"'),
    [-330, 330]
      .map((x) => at(m + x, 520, 1, line('M0 0V-96', c.paper, 8) + star(0, -116, 30, c.coral) + circle(0, -116, 9, c.paper)))
      .join(''),
  ].join('')
}

const reef: Scene = (w) => {
  const m = w / 2
  const next = random(21)
  const coral = (x: number, h: number, colour: string) =>
    at(
      x,
      600,
      1,
      line(
        `M0 0V${-h}M0 ${-h * 0.35}C34 ${-h * 0.45} 40 ${-h * 0.6} 40 ${-h * 0.85}M0 ${-h * 0.5}C-36 ${-h * 0.6} -40 ${-h * 0.7} -38 ${-h * 0.95}M40 ${-h * 0.62}l26 ${-h * 0.2}`,
        colour,
        17,
      ) +
        circle(0, -h, 12, c.sun) +
        circle(40, -h * 0.85, 10, c.sun) +
        circle(-38, -h * 0.95, 10, c.sun),
    )
  const fish = (x: number, y: number, k: number, colour: string) =>
    at(x, y, k, path('M-40 0Q-10 -26 26 0Q-10 26 -40 0ZM22 0L46 -18V18Z', colour) + circle(-22, -3, 4, c.ink))
  return [
    rect(0, 0, w, 600, t.sea),
    lattice('l', w, 600, c.oasisLight, 0.08),
    [-420, -150, 120, 390].map((x) => path(`M${m + x} 0h110l-120 600h-190Z`, t.seaLight, 'opacity=".42"')).join(''),
    Array.from({ length: Math.round(w / 40) }, () =>
      circle(next() * w, next() * 480, 3 + next() * 9, 'none', `stroke="${t.mint}" stroke-width="2.5" opacity=".6"`),
    ).join(''),
    dunes(w, 520, 20, t.seaLight, 1.7),
    fish(m - 290, 160, 1, c.sun),
    fish(m - 220, 210, 0.8, c.coral),
    fish(m + 290, 440, 0.9, t.mint),
    coral(m - 300, 190, c.coral),
    coral(m - 180, 120, t.clay),
    coral(m + 330, 220, c.coral),
    w > 1000
      ? coral(m - 700, 210, c.coral) +
        coral(m + 640, 160, t.clay) +
        coral(m + 800, 230, c.coral) +
        fish(m - 600, 300, 1.2, t.mint) +
        fish(m + 620, 200, 1.1, c.sun)
      : '',
    path(`M${m + 80} 280L${m + 420} 180V450Z`, c.sun, 'opacity=".2"'),
    at(m - 10, 290, 1.45, diver()),
    at(m + 180, 520, 1, rect(-26, -44, 52, 52, c.silver, 8) + line('M-26 -18h52M0 -44v52', c.ink, 5)),
    dunes(w, 578, 12, t.dune, 0.2, 660),
  ].join('')
}

const moon: Scene = (w) => {
  const m = w / 2
  const crater = (x: number, y: number, r: number) =>
    `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.28}" fill="#8C98AA"/><ellipse cx="${x}" cy="${y + r * 0.06}" rx="${r * 0.86}" ry="${r * 0.2}" fill="#6F7C90"/>`
  return [
    rect(0, 0, w, 600, c.night),
    skyDots(w, 420, Math.round(w / 8), 11),
    rosette(m + 190, 150, 62, c.oasisLight, 0.1),
    path(`M${m + 150} 140q30 -30 60 -6t36 20q-12 30 -50 32t-46 -46Z`, t.deep, 'opacity=".55"'),
    dunes(w, 420, 24, '#5B677B', 2.6, 560),
    at(
      m - 220,
      470,
      1,
      path('M-130 0A130 130 0 0 1 130 0Z', c.silver) +
        line('M-92 -92L92 -92M-126 -34H126M0 -130V0M-60 -115L-84 0M60 -115L84 0', '#6F7C90', 4) +
        path('M-26 0V-40A26 26 0 0 1 26 -40V0Z', c.sun) +
        line('M0 -130V-176', c.silver, 6) +
        star(0, -188, 18, c.oasisLight),
    ),
    w > 1000
      ? at(m - 560, 470, 0.66, path('M-130 0A130 130 0 0 1 130 0Z', '#93A0B3') + path('M-26 0V-40A26 26 0 0 1 26 -40V0Z', c.sun))
      : '',
    dunes(w, 500, 26, c.silver, 0.9, 680),
    crater(m - 120, 556, 74),
    crater(m + 330, 540, 52),
    w > 1000 ? crater(m - 620, 548, 90) + crater(m + 700, 570, 80) : '',
    line(`M${m - 20} 584C${m - 120} 560 ${m - 200} 540 ${m - 230} 480`, '#6F7C90', 7, 'stroke-dasharray="3 15"'),
    at(m + 110, 566, 1.2, rover({ trim: c.sun })),
  ].join('')
}

const warehouse: Scene = (w) => {
  const m = w / 2
  const p = iso(m, 210, 52)
  const box = [c.sun, t.clay, c.bronze] as const
  const shelf: string[] = []
  const next = random(5)
  for (let x = -14; x < 22; x += 4)
    for (let y = -14; y < 22; y += 5) {
      const [px, py] = p(x, y)
      if (px < -120 || px > w + 120 || py < -120 || py > 700) continue
      if (Math.abs(px - m) < 150 && Math.abs(py - 380) < 150) continue
      shelf.push(block(p, x, y, 0, [1.6, 2.4, 0.24], [t.mint, t.leaf, c.oasis]))
      const high = 1 + Math.floor(next() * 3)
      for (let k = 0; k < high; k++)
        shelf.push(
          block(
            p,
            x + 0.2,
            y + 0.25 + (k % 2) * 0.5,
            0.24 + k * 0.9,
            [1.1, 1.1, 0.85],
            next() > 0.3 ? box : [c.paper, c.silver, '#8A97AA'],
          ),
        )
    }
  const [a, b] = [p(-20, 4.6), p(24, 4.6)]
  return [
    rect(0, 0, w, 600, t.deep),
    lattice('l', w, 600, c.oasisLight, 0.1),
    line(`M${s(a[0])} ${s(a[1])}L${s(b[0])} ${s(b[1])}`, c.oasisLight, 5, 'stroke-dasharray="4 18"'),
    shelf.join(''),
    `<ellipse cx="${m}" cy="476" rx="120" ry="26" fill="#053D31"/>`,
    at(m, 478, 1.3, rover({}, false) + rect(-42, -256, 84, 70, c.sun, 6) + rect(-8, -256, 16, 70, t.clay)),
  ].join('')
}

const football: Scene = (w) => {
  const m = w / 2
  const stripes = Array.from({ length: Math.ceil(w / 100) + 8 }, (_, i) =>
    i % 2 ? path(`M${i * 100 - 300} 600L${i * 100 - 60} 170H${i * 100 + 40}L${i * 100 - 200} 600Z`, t.leaf, 'opacity=".4"') : '',
  ).join('')
  return [
    rect(0, 0, w, 600, c.ink),
    skyDots(w, 170, Math.round(w / 5), 31, t.dusk.replace('1D2A45', '3A4A6B')),
    [-260, 260]
      .map((x) =>
        at(
          m + x,
          40,
          1,
          rect(-70, -14, 140, 34, t.dusk, 8) +
            [-48, -16, 16, 48].map((q) => circle(q, 3, 10, c.paper)).join('') +
            path('M-70 20L-190 180H190L70 20Z', c.paper, 'opacity=".07"'),
        ),
      )
      .join(''),
    rect(0, 170, w, 430, c.oasis),
    stripes,
    rect(0, 158, w, 14, c.paper),
    at(
      m,
      390,
      1,
      `<ellipse rx="200" ry="88" fill="none" stroke="${c.paper}" stroke-width="7"/>` +
        line('M40 -220L-120 230', c.paper, 7) +
        star(0, 0, 18, c.paper),
    ),
    at(m - 210, 480, 1.35, rover({ trim: c.coral })),
    at(m + 220, 470, 1.3, `<g transform="scale(-1 1)">${rover({ trim: c.sun, body: c.paper })}</g>`),
    `<ellipse cx="${m + 4}" cy="496" rx="46" ry="11" fill="${t.deep}"/>`,
    at(
      m,
      460,
      1,
      circle(0, 0, 40, c.paper) +
        star(0, 0, 20, c.ink) +
        line('M0 -20V-38M14 -14L27 -28M20 0H39M14 14L27 28M0 20V38M-14 14L-27 28M-20 0H-39M-14 -14L-27 -28', c.ink, 5),
    ),
    w > 1000 ? at(m - 640, 460, 1.1, rover({ trim: c.coral }, false)) + at(m + 660, 440, 1.05, rover({ trim: c.sun }, false)) : '',
  ].join('')
}

const farm: Scene = (w) => {
  const m = w / 2
  const rows = Array.from({ length: 25 }, (_, i) => i - 12)
    .map((i) =>
      path(
        `M${m + i * 16 - 3} 300L${m + i * (w > 1000 ? 190 : 120) - 30} 600H${m + i * (w > 1000 ? 190 : 120) + 34}L${m + i * 16 + 4} 300Z`,
        i % 2 ? c.oasis : t.leaf,
      ),
    )
    .join('')
  return [
    rect(0, 0, w, 600, t.peach),
    lattice('l', w, 330, c.bronze, 0.16),
    rosette(m - 170, 210, 84, c.coral, 0.12),
    dunes(w, 276, 22, c.bronze, 0.6),
    rect(0, 300, w, 300, t.deep),
    rows,
    path(`M${m - 70} 290L${m - 190} 600H${m + 250}L${m + 130} 290Z`, c.oasisLight, 'opacity=".3"'),
    [-300, 300]
      .map((x) =>
        at(
          m + x,
          404,
          1,
          line('M0 0V-70', c.ink, 7) +
            rect(-34, -112, 68, 44, c.paper, 8) +
            trace(
              [
                [-18, -90],
                [0, -90],
                [18, -98],
              ],
              c.oasis,
              4,
              c.paper,
            ),
        ),
      )
      .join(''),
    at(m + 30, 210, 1.75, drone()),
    w > 1000 ? at(m - 560, 160, 1, drone({ trim: c.coral })) + at(m + 600, 190, 1.1, drone({ trim: c.sun })) : '',
  ].join('')
}

export const outdoorScenes = { oasis, rally, reef, moon, warehouse, football, farm } satisfies Record<string, Scene>
