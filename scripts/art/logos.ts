/** Draws the logos of the demo's invented partners (480x240 WebP) and copies the organizers' flags as pictures (240x160 WebP). Run: node scripts/art/logos.ts */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { organizers } from '../../server/db/seed/demo/organizers.ts'
import { launch, openPage } from './browser.ts'
import { colours as c, eight, polar, short as s, starOutline } from './geometry.ts'
import { circle, line, path, rect, tones as t } from './parts.ts'

const files = new URL('../../server/db/seed/demo/files/', import.meta.url)
const hexagon = (r: number, x = 50, y = 50) =>
  `M${[0, 60, 120, 180, 240, 300]
    .map((a) =>
      polar(a - 90, r, [x, y])
        .map(s)
        .join(' '),
    )
    .join('L')}Z`

/** Name, colour of the letters, weight, sign in a 100x100 box, and a second line in the other script where the company has one. */
const logos: Record<string, { name: string; second?: string; ink: string; weight: number; sign: string }> = {
  masar: {
    name: 'masar',
    second: 'مسار',
    ink: c.oasis,
    weight: 700,
    sign: line('M12 78C40 78 34 22 60 22', c.oasis, 14) + circle(78, 22, 12, c.sun) + circle(12, 78, 9, c.oasis),
  },
  nuqta: {
    name: 'Nuqta',
    second: 'نقطة',
    ink: c.ink,
    weight: 800,
    sign: path('M50 8L92 50L50 92L8 50Z', c.coral) + circle(50, 50, 15, c.paper),
  },
  voltara: { name: 'VOLTARA', ink: t.dusk, weight: 600, sign: path('M58 4L14 58H44L36 96L84 40H54Z', c.sun) },
  wasl: {
    name: 'wasl',
    second: 'وصل',
    ink: t.seaLight,
    weight: 600,
    sign: `${circle(34, 50, 24, 'none', `stroke="${t.seaLight}" stroke-width="13"`)}${circle(68, 50, 24, 'none', `stroke="${c.oasis}" stroke-width="13"`)}`,
  },
  orbis: {
    name: 'Orbis Learning',
    ink: c.ink,
    weight: 600,
    sign: `${circle(50, 50, 22, c.oasis)}<ellipse cx="50" cy="50" rx="46" ry="17" fill="none" stroke="${c.bronze}" stroke-width="7" transform="rotate(-24 50 50)"/>`,
  },
  sanad: {
    name: 'SANAD',
    second: 'سند',
    ink: t.deep,
    weight: 800,
    sign: rect(8, 66, 84, 18, t.deep, 4) + rect(22, 42, 56, 18, t.leaf, 4) + rect(36, 18, 28, 18, c.sun, 4),
  },
  kiteworks: {
    name: 'blue kite',
    ink: t.seaLight,
    weight: 700,
    sign: path('M50 4L86 40L50 80L14 40Z', t.seaLight) + path('M50 4V80L14 40Z', '#2C7DA8') + line('M50 80Q40 90 54 97', c.coral, 6),
  },
  rimal: {
    name: 'Rimal',
    second: 'رمال',
    ink: t.clay,
    weight: 600,
    sign: path('M4 80Q30 24 58 58T96 50V80Z', t.dune) + path('M4 80Q36 48 62 70T96 66V80Z', c.bronze) + circle(72, 26, 13, c.sun),
  },
  hexa: {
    name: 'HEXA foundry',
    ink: c.ink,
    weight: 700,
    sign: path(hexagon(46), c.ink) + path(hexagon(27), c.oasisLight) + path(hexagon(11), c.ink),
  },
  durra: {
    name: 'durra',
    second: 'درّة',
    ink: c.oasis,
    weight: 500,
    sign:
      path(starOutline(46, [50, 50]), c.oasis) +
      eight.map((a) => circle(...polar(a, 30, [50, 50]), 4.5, t.mint)).join('') +
      circle(50, 50, 14, c.paper),
  },
}

const browser = await launch()
for (const [key, logo] of Object.entries(logos)) {
  const long = logo.name.length > 8
  const page = await openPage(
    browser,
    `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="stylesheet" href="/web/assets/fonts.css"><style>
    html,body{margin:0}main{width:480px;height:240px;background:#fff;display:flex;align-items:center;justify-content:center;gap:26px;color:${logo.ink}}
    svg{width:108px;flex:none}b{display:block;font:${logo.weight} ${long ? 42 : 56}px/1.08 'Alexandria';max-width:250px}i{display:block;font:${logo.weight} 40px/1.25 'Alexandria Arabic';direction:rtl;text-align:left}
    </style><main><svg viewBox="0 0 100 100">${logo.sign}</svg><div><b>${logo.name}</b>${logo.second ? `<i>${logo.second}</i>` : ''}</div></main></html>`,
    480,
    240,
  )
  await sharp(await page.screenshot({ type: 'png' }))
    .webp({ quality: 86, effort: 6, preset: 'drawing' })
    .toFile(fileURLToPath(new URL(`partner-${key}.webp`, files)))
  await page.close()
}
await browser.close()

const require = createRequire(import.meta.url)
const flags = `${dirname(require.resolve('country-flag-icons/package.json'))}/3x2/`
for (const { country } of organizers) {
  const svg = await readFile(`${flags}${country}.svg`)
  await sharp(svg, { density: 400 })
    .resize(240, 160, { fit: 'fill' })
    .webp({ quality: 88, effort: 6, preset: 'drawing' })
    .toFile(fileURLToPath(new URL(`flag-${country.toLowerCase()}.webp`, files)))
}
await writeFile(
  new URL('LICENSE-flags', files),
  `flag-*.webp are drawn from the package country-flag-icons.\n\n${await readFile(`${flags}../LICENSE`, 'utf8')}`,
)
