import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/** Reads a QR code in the current picture of a camera. Returns undefined without one, and can fail for a picture. */
export type QrCodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

type BarcodeDetectorConstructor = new (options: {
  formats: string[]
}) => { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

/** The longer side in pixels of the picture that is searched. */
const maxSide = 800

/** Loads the reader of the browser, or that of a library where the browser has none, such as on iPads. Fails when the library cannot be loaded. */
export const loadQrCodeReader = async (): Promise<QrCodeReader> => {
  const { BarcodeDetector } = window as { BarcodeDetector?: BarcodeDetectorConstructor }
  if (BarcodeDetector) {
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video))[0]?.rawValue
  }
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  // without this address the library loads the file from another host
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true })
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, maxSide / Math.max(video.videoWidth, video.videoHeight))
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)]
    if (!context || width === 0 || height === 0) return undefined
    Object.assign(context.canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    const [code] = await readBarcodes(context.getImageData(0, 0, width, height), { formats: ['QRCode'], maxNumberOfSymbols: 1 })
    return code?.text
  }
}
