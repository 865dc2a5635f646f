/** Draws the demo's covers (800x600) and banners (1600x500) as WebP, and the fallback covers of every installation. Run: node scripts/art/covers.ts [name…] */
import { mkdir, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { outdoorScenes, type Scene } from './scenes.ts'
import { fallbackScenes, indoorScenes } from './scenes-indoor.ts'

const LIMIT = 40 * 1024
const wanted = process.argv.slice(2)
const demo = new URL('../../server/db/seed/demo/files/', import.meta.url)
const fallback = new URL('../../web/public/covers/', import.meta.url)
await mkdir(demo, { recursive: true })
await mkdir(fallback, { recursive: true })

/** One picture; the finest quality that stays light is taken. */
async function draw(scene: Scene, stage: number, width: number, height: number, file: URL): Promise<void> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${stage} 600" width="${width}" height="${height}">${scene(stage)}</svg>`
  const path = fileURLToPath(file)
  for (const quality of [82, 74, 66, 58, 50]) {
    await sharp(Buffer.from(svg))
      .flatten()
      .webp({ quality, effort: 6, preset: 'drawing', smartSubsample: quality > 70 })
      .toFile(path)
    if ((await stat(path)).size <= LIMIT) return
  }
  throw new Error(`${path} does not fit in ${LIMIT} bytes`)
}

for (const [name, scene] of Object.entries<Scene>({ ...outdoorScenes, ...indoorScenes })) {
  if (wanted.length && !wanted.includes(name)) continue
  await draw(scene, 800, 800, 600, new URL(`cover-${name}.webp`, demo))
  await draw(scene, 1920, 1600, 500, new URL(`banner-${name}.webp`, demo))
}
for (const [name, scene] of Object.entries<Scene>(fallbackScenes)) {
  if (wanted.length && !wanted.includes(name)) continue
  await draw(scene, 800, 800, 600, new URL(`${name}.webp`, fallback))
}
