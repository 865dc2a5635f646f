import { useEffect, useRef } from 'react'

type BarcodeDetectorLike = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type BarcodeDetectorConstructor = new (options: { formats: string[] }) => BarcodeDetectorLike

const findBarcodeDetector = (): BarcodeDetectorConstructor | undefined =>
  typeof window === 'undefined' ? undefined : (window as { BarcodeDetector?: BarcodeDetectorConstructor }).BarcodeDetector

/** Tells whether this browser can read QR codes with the camera. */
export const canScanWithCamera = (): boolean => findBarcodeDetector() !== undefined && navigator.mediaDevices !== undefined

const stopTracks = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Shows the picture of the camera and calls `onCode` for each QR code; the same code counts once in two seconds. `onFailure` is called when the camera cannot be used. */
export function CameraScanner({ label, onCode, onFailure }: { label: string; onCode: (code: string) => void; onFailure: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const handlers = useRef({ onCode, onFailure })
  handlers.current = { onCode, onFailure }
  useEffect(() => {
    const Detector = findBarcodeDetector()
    if (!Detector) return handlers.current.onFailure()
    const detector = new Detector({ formats: ['qr_code'] })
    let isMounted = true
    let stream: MediaStream | undefined
    let last = { code: '', at: 0 }
    const scan = async () => {
      if (!isMounted || !video.current) return
      const [found] = await detector.detect(video.current).catch(() => [])
      if (found && (found.rawValue !== last.code || Date.now() - last.at > 2000)) {
        last = { code: found.rawValue, at: Date.now() }
        handlers.current.onCode(found.rawValue)
      }
      window.setTimeout(() => void scan(), 200)
    }
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then(async (opened) => {
        stream = opened
        if (!isMounted || !video.current) return stopTracks(opened)
        video.current.srcObject = opened
        await video.current.play()
        void scan()
      })
      .catch(() => handlers.current.onFailure())
    return () => {
      isMounted = false
      stopTracks(stream)
    }
  }, [])
  return <video ref={video} aria-label={label} muted playsInline style={{ width: '100%', maxWidth: 420, borderRadius: 'var(--radius)' }} />
}
