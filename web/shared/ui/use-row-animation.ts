import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ScoreRow } from '#contract/score.ts'

type Seen = { top: number; total: string }

/** Once the page has nothing else to do. Returns the function that stops it. */
const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: 2000 })
  return () => window.cancelIdleCallback(handle)
}

/**
 * Rows (`data-row` is the entry's id) that changed their place glide there, those with new totals light up by the class `lit`; not for people who asked
 * for less motion. Put the ref on the table's body. Where the rows stand at first is read when the page is idle: measuring a hundred of them would hold up
 * the page's awakening.
 */
export const useGlide = (rows: readonly ScoreRow[], lit: string | undefined): RefObject<HTMLTableSectionElement | null> => {
  const body = useRef<HTMLTableSectionElement>(null)
  const known = useRef<Map<string, Seen>>(undefined)
  useLayoutEffect(() => {
    const totals = new Map(rows.map((row) => [row.id, `${row.totalScore} ${row.totalTimeMs}`]))
    const elements = () => [...(body.current?.rows ?? [])].filter((element) => totals.has(element.dataset.row ?? ''))
    const seen = (element: HTMLElement): [string, Seen] => {
      const id = element.dataset.row as string
      return [id, { top: element.offsetTop, total: totals.get(id) as string }]
    }
    const before = known.current
    if (!before)
      return whenIdle(() => {
        known.current = new Map(elements().map(seen))
      })
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const after = new Map<string, Seen>()
    for (const element of elements()) {
      const [id, now] = seen(element)
      after.set(id, now)
      const was = before.get(id)
      if (!was || still) continue
      if (was.top !== now.top) {
        const from = { transform: `translateY(${was.top - now.top}px)` }
        element.animate([from, { transform: 'none' }], { duration: 250, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' })
      }
      if (was.total !== now.total && lit) element.classList.add(lit)
    }
    known.current = after
  }, [rows, lit])
  return body
}
