import type { Page } from '@playwright/test'
import { encode } from 'uqr'

/**
 * Lets the camera of a browser without a QR code reader show a printed code that lies at an angle on a table.
 */
export const showQrCodeToCamera = (page: Page, code: string) =>
  page.addInitScript(
    (rows: boolean[][]) => {
      Reflect.deleteProperty(window, 'BarcodeDetector')
      navigator.mediaDevices.getUserMedia = async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
        const context = canvas.getContext('2d') as CanvasRenderingContext2D
        // projects a point of the code, in modules, to the picture: rotated by 35 degrees, its right side
        // farther away
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
    encode(code, { ecc: 'M', border: 4 }).data,
  )
