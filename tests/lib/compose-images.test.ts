import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('every image of deploy/compose.yaml that is downloaded has a version and a digest', () => {
  const images = [...readFileSync('deploy/compose.yaml', 'utf8').matchAll(/^ *image: (.+)$/gm)].map(
    ([, image]) => image,
  )
  const downloaded = images.filter((image) => image !== 'botola')
  expect(downloaded).toHaveLength(3)
  for (const image of downloaded) expect(image).toMatch(/^[a-z/]+:\d+(\.\d+)+@sha256:[0-9a-f]{64}$/)
})
