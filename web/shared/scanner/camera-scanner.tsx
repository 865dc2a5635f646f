import { useEffect, useRef } from 'react'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

/**
 * Reads a QR code in the current image of a camera. Returns undefined without one, and can fail for a
 * image.
 */
type QrCodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

type BarcodeDetectorConstructor = new (options: {
  formats: string[]
}) => { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

/** The longer side in pixels of the image that is searched. */
const maxSide = 800

/**
 * Loads the reader of the browser, or that of a library where the browser has none, such as on iPads. Fails
 * when the library cannot be loaded.
 */
const loadQrCodeReader = async (): Promise<QrCodeReader> => {
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
    const [code] = await readBarcodes(context.getImageData(0, 0, width, height), {
      formats: ['QRCode'],
      maxNumberOfSymbols: 1,
    })
    return code?.text
  }
}

/** Tells whether this browser gives pages a camera, which needs https. */
export const canScanWithCamera = (): boolean =>
  typeof navigator !== 'undefined' && navigator.mediaDevices !== undefined

const stopTracks = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Milliseconds that a code must be out of the image before it counts again. */
const repeatMs = 2000

/**
 * Shows the video of the camera and calls `onCode` once for each QR code that appears in it.
 * `onFailure` is called when the camera cannot be used.
 */
export function CameraQrCodeScanner({
  label,
  onCode,
  onFailure,
}: {
  label: string
  onCode: (code: string) => void
  onFailure: () => void
}) {
  const video = useRef<HTMLVideoElement>(null)
  const handlers = useRef({ onCode, onFailure })
  handlers.current = { onCode, onFailure }
  useEffect(() => {
    let isMounted = true
    let stream: MediaStream | undefined
    let last = { code: '', at: 0 }
    const scan = async (readQrCode: QrCodeReader) => {
      if (!isMounted || !video.current) return
      const code = await readQrCode(video.current).catch(() => undefined)
      if (isMounted && code) {
        if (code !== last.code || Date.now() - last.at > repeatMs) handlers.current.onCode(code)
        last = { code, at: Date.now() }
      }
      window.setTimeout(() => void scan(readQrCode), 200)
    }
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then(async (opened) => {
        stream = opened
        if (!isMounted || !video.current) return stopTracks(opened)
        video.current.srcObject = opened
        await video.current.play()
        video.current?.scrollIntoView({ block: 'nearest' })
        void scan(await loadQrCodeReader())
      })
      .catch(() => {
        // a scanner that is closed while the camera starts stops it, which is no failure
        if (isMounted) handlers.current.onFailure()
      })
    return () => {
      isMounted = false
      stopTracks(stream)
    }
  }, [])
  return (
    <video
      ref={video}
      aria-label={label}
      muted
      playsInline
      style={{ width: '100%', maxWidth: 420, borderRadius: 'var(--radius)' }}
    />
  )
}
