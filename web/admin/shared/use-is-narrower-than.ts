import { useCallback, useState } from 'react'

/** Says whether the element with the returned ref is narrower than `width` pixels. */
export const useIsNarrowerThan = (width: number) => {
  const [isNarrower, setIsNarrower] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const measure = () => setIsNarrower(element.clientWidth < width)
      // the first paint has the right layout
      measure()
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [width],
  )
  return [ref, isNarrower] as const
}
