import { encode } from 'uqr'
import { arJudge } from '#i18n/ar-judge.ts'
import { enJudge } from '#i18n/en-judge.ts'
import { createUniqueName, expect, test } from './support/fixtures.ts'

test('a judge scans the tilted QR code of the printed code, in a browser without a reader of its own', { tag: '@bilingual' }, async ({
  page,
  at,
  asAdmin,
  language,
}) => {
  const form = new FormData()
  const title = createUniqueName('Camera cup')
  for (const [name, value] of Object.entries({ title_en: title, title_ar: title, description_en: 'One', description_ar: 'واحد' }))
    form.set(name, value)
  const { event } = await (await asAdmin('/api/admin/events/', { method: 'POST', body: form })).json()
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ names: ['Huda Nasser'] })
  const { judges } = await (await asAdmin(`/api/admin/events/${event._id}/judges`, { method: 'POST', headers, body })).json()
  // the picture of the camera is a printed code that lies at an angle on a table
  await page.addInitScript(
    (rows: boolean[][]) => {
      Reflect.deleteProperty(window, 'BarcodeDetector')
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
        const context = canvas.getContext('2d') as CanvasRenderingContext2D
        // projects a point of the code, in modules, to the picture: rotated by 35 degrees, its right side farther away
        const project = (column: number, row: number): [number, number] => {
          const [angle, side] = [0.61, 300]
          const [across, down] = [column / rows.length - 0.5, row / rows.length - 0.5]
          const x = side * (across * Math.cos(angle) - down * Math.sin(angle))
          const y = side * (across * Math.sin(angle) + down * Math.cos(angle))
          const distance = 1 + 0.0006 * x - 0.0004 * y
          return [320 + x / distance, 240 + y / distance]
        }
        const draw = () => {
          context.fillStyle = '#b59a7a'
          context.fillRect(0, 0, 640, 480)
          for (const [row, modules] of rows.entries())
            for (const [column, isDark] of modules.entries()) {
              context.fillStyle = isDark ? '#222' : '#eee'
              context.beginPath()
              for (const [right, below] of [
                [0, 0],
                [1, 0],
                [1, 1],
                [0, 1],
              ] as const)
                context.lineTo(...project(column + right, row + below))
              context.fill()
            }
          requestAnimationFrame(draw)
        }
        draw()
        return canvas.captureStream(10)
      }
    },
    encode(judges[0].code, { ecc: 'M', border: 4 }).data,
  )
  const texts = (language === 'ar' ? arJudge : enJudge).judge
  await page.goto(at('/judge/'))
  await page.getByRole('button', { name: texts.camera }).click()
  await expect(page.getByText(title).first()).toBeVisible()
})
