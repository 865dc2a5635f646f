import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ScoreRow } from '#contract/domain/score.ts'

/**
 * Rows (`data-row` is the entry's id) that changed their place glide there, those with new totals light up by the class `lit`; not for people who asked
 * for less motion. Put the ref on the table's body.
 */
export const useGlide = (rows: readonly ScoreRow[], lit: string | undefined): RefObject<HTMLTableSectionElement | null> => {
  const body = useRef<HTMLTableSectionElement>(null)
  const known = useRef<Map<string, { top: number; total: string }>>(undefined)
  useLayoutEffect(() => {
    const before = known.current
    const after = new Map<string, { top: number; total: string }>()
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    for (const row of rows) {
      const element = body.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`)
      if (!element) continue
      const now = { top: element.offsetTop, total: `${row.totalScore} ${row.totalTimeMs}` }
      after.set(row.id, now)
      const was = before?.get(row.id)
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
