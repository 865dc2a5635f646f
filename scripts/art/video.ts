/**
 * Renders the demo's story video from the drawings: frames from headless Chromium into ffmpeg (H.264, no sound, quick start) and a poster.
 * Run: node scripts/art/video.ts. Needs ffmpeg.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { launch, openPage } from './browser.ts'
import { length, videoPage } from './video-page.ts'

const RATE = 25
const LIMIT = 1.5 * 1024 * 1024
const file = (name: string) => fileURLToPath(new URL(`../../server/db/seed/demo/files/${name}`, import.meta.url))

const browser = await launch()
const page = await openPage(browser, await videoPage(), 1280, 720)
const frame = async (seconds: number) => {
  await page.evaluate((now) => (globalThis as unknown as { draw: (now: number) => void }).draw(now), seconds)
  return page.screenshot({ type: 'jpeg', quality: 95 })
}

const encoder = spawn(
  'ffmpeg',
  [
    ...['-y', '-loglevel', 'error', '-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', String(RATE), '-i', '-'],
    ...['-an', '-c:v', 'libx264', '-preset', 'slow', '-crf', '27', '-tune', 'animation', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
    ...['-map_metadata', '-1', file('story.mp4')],
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
)
for (let i = 0; i < length * RATE; i++) if (!encoder.stdin.write(await frame(i / RATE))) await once(encoder.stdin, 'drain')
encoder.stdin.end()
const [code] = (await once(encoder, 'close')) as [number]
if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
await sharp(await frame(length - 0.6))
  .webp({ quality: 80, effort: 6, preset: 'drawing' })
  .toFile(file('story.webp'))
await browser.close()

const { size } = await stat(file('story.mp4'))
if (size > LIMIT) throw new Error(`the video has ${size} bytes, more than ${LIMIT}`)
console.log(`${length} s, ${size} bytes`)
