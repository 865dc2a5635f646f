import { useEffect } from 'react'
import './overlay.css'

/**
 * Makes the background of the display transparent, and hides all of the page but its scene. Renders nothing.
 */
export default function TransparentOverlayMode() {
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.overlay = ''
    return () => {
      delete dataset.overlay
    }
  }, [])
  return null
}
