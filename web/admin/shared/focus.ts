import { useEffect, useRef } from 'react'

/** Returns true when no element has the focus, because the one that had it was removed or disabled. */
export const isFocusLost = (): boolean => !document.activeElement || document.activeElement === document.body

/**
 * Returns a ref whose element gets the focus when it appears, as the heading of the next step. The element
 * needs `tabIndex={-1}`.
 */
export const useFocusOnMount = <E extends HTMLElement>() => {
  const element = useRef<E>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
