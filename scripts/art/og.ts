/** Draws the pictures that other sites show with a link (Open Graph, 1200x630), one per language: web/public/og-en.png, og-ar.png. Run: node scripts/art/og.ts */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { mapPlaces, mapSize } from '../../web/assets/map-places.ts'
import { mark } from '../../web/assets/mark.ts'
import { launch, openPage } from './browser.ts'
import { colours } from './geometry.ts'

const map = (await readFile(new URL('../../web/assets/generated/world-map.svg', import.meta.url), 'utf8')).replace(/<\/?svg[^>]*>/g, '')
const glow = Object.values(mapPlaces)
  .map(
    ([x, y]) =>
      `<circle cx="${x}" cy="${y}" r="9" fill="${colours.sun}" opacity=".22"/><circle cx="${x}" cy="${y}" r="3.6" fill="${colours.sun}"/>`,
  )
  .join('')

const texts = {
  en: { dir: 'ltr', name: 'Botola', line: 'The national robotics olympiad', note: 'Live rankings · Events · Challenges' },
  ar: { dir: 'rtl', name: 'بطولة', line: 'الأولمبياد الوطني للروبوت', note: 'نتائج مباشرة · فعاليات · تحديات' },
} as const

const browser = await launch()
for (const [lang, text] of Object.entries(texts)) {
  const page = await openPage(
    browser,
    `<!doctype html><html lang="${lang}" dir="${text.dir}"><meta charset="utf-8"><link rel="stylesheet" href="/web/assets/fonts.css"><style>
    html,body{margin:0;overflow:hidden}main{width:1200px;height:630px;background:${colours.night};color:${colours.paper};position:relative;overflow:hidden}
    .map{position:absolute;inset-block-start:70px;inset-inline-end:-190px;width:1180px;color:#5d6d8c}
    .lattice{position:absolute;inset:0;background:${colours.oasisLight};opacity:.09;mask:url(/web/assets/generated/lattice.svg) 0 0/84px;}
    .fade{position:absolute;inset:0;background:linear-gradient(${text.dir === 'rtl' ? 270 : 90}deg,${colours.night} 24%,transparent 70%)}
    .text{position:absolute;inset-block:0;inset-inline-start:84px;display:flex;flex-direction:column;justify-content:center}
    .mark{width:132px;margin-block-end:30px}
    h1{font:800 ${lang === 'ar' ? 118 : 124}px/1.12 var(--font-heading);margin:0}
    p{font:500 ${lang === 'ar' ? 44 : 42}px/1.35 var(--font-heading);margin:12px 0 0;color:${colours.sand}}
    small{font:400 27px/1.4 var(--font-text);margin-block-start:26px;color:${colours.oasisLight}}
    i{position:absolute;inset-block-end:0;inset-inline:0;height:10px;background:linear-gradient(${text.dir === 'rtl' ? 270 : 90}deg,${colours.oasisLight} 0 33%,${colours.sun} 33% 40%,${colours.oasis} 40%)}
    </style><body><main><div class="lattice"></div><svg class="map" viewBox="0 0 ${mapSize.width} ${mapSize.height}">${map}${glow}</svg><div class="fade"></div>
    <div class="text"><svg class="mark" viewBox="${mark.viewBox}"><path fill="${colours.oasisLight}" fill-rule="evenodd" d="${mark.star}"/><circle cx="32" cy="32" r="4.4" fill="${colours.sun}"/></svg>
    <h1>${text.name}</h1><p>${text.line}</p><small>${text.note}</small></div><i></i></main></body></html>`,
    1200,
    630,
  )
  const png = await page.screenshot({ type: 'png' })
  await sharp(png)
    .png({ palette: true, colours: 128, compressionLevel: 9, effort: 10 })
    .toFile(fileURLToPath(new URL(`../../web/public/og-${lang}.png`, import.meta.url)))
  await page.close()
}
await browser.close()
