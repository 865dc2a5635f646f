import { useEffect, useRef } from 'react'

/** Single keys of a page, where nobody is typing and nothing is pressed with them. */
export const useKeys = (keys: Record<string, (() => void) | undefined>) => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        at.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]')
      )
        return
      const act = latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
