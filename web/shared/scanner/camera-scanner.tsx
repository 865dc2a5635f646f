import { useEffect, useRef } from 'react'
import { loadQrCodeReader, type QrCodeReader } from './load-qr-code-reader.ts'

/** Tells whether this browser gives pages a camera, which needs https. */
export const canScanWithCamera = (): boolean => typeof navigator !== 'undefined' && navigator.mediaDevices !== undefined

const stopTracks = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Milliseconds that a code must be out of the picture before it counts again. */
const repeatMs = 2000

/** Shows the picture of the camera and calls `onCode` once for each QR code that comes into the picture. `onFailure` is called when the camera cannot be used. */
export function CameraScanner({ label, onCode, onFailure }: { label: string; onCode: (code: string) => void; onFailure: () => void }) {
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
      .catch(() => handlers.current.onFailure())
    return () => {
      isMounted = false
      stopTracks(stream)
    }
  }, [])
  return <video ref={video} aria-label={label} muted playsInline style={{ width: '100%', maxWidth: 420, borderRadius: 'var(--radius)' }} />
}
