import { encode } from 'uqr'
import { arJudge } from '#i18n/ar-judge.ts'
import { enJudge } from '#i18n/en-judge.ts'
import { createUniqueName, expect, test } from './support/fixtures.ts'

test('a judge signs in with the QR code of the printed code, in a browser without a reader of its own', { tag: '@bilingual' }, async ({
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
  // the picture of the camera is a printed code on a table
  await page.addInitScript(
    (rows: boolean[][]) => {
      Reflect.deleteProperty(window, 'BarcodeDetector')
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
        const context = canvas.getContext('2d') as CanvasRenderingContext2D
        const side = Math.floor(360 / rows.length)
        const draw = () => {
          context.fillStyle = '#b59a7a'
          context.fillRect(0, 0, 640, 480)
          for (const [y, row] of rows.entries())
            for (const [x, isDark] of row.entries()) {
              context.fillStyle = isDark ? '#222' : '#eee'
              context.fillRect(120 + x * side, 50 + y * side, side, side)
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
