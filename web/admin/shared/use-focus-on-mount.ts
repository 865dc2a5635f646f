import { useEffect, useRef } from 'react'

/** Returns a ref whose element gets the focus when it appears, as the heading of the next step. The element needs `tabIndex={-1}`. */
export const useFocusOnMount = <E extends HTMLElement>() => {
  const element = useRef<E>(null)
  useEffect(() => element.current?.focus(), [])
  return element
}
