import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { ScoreRow } from '#contract/event/scores/score.schema.ts'

type RowState = { top: number; total: string }

/** Runs `work` when the page is idle. Returns the function that cancels it. */
const runWhenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(work, { timeout: 2000 })
  return () => window.cancelIdleCallback(handle)
}

/**
 * Animates rows, whose `data-row` is the id of an entry: rows move to a new position in `moveMs`
 * milliseconds, and rows with new totals get the class `highlight`. People who prefer reduced motion see no
 * animation. The ref belongs to the body of the table or to the list. The first positions are measured when
 * the page is idle, because measuring a hundred rows would delay hydration.
 */
export const useRowAnimationRef = <Body extends HTMLElement = HTMLTableSectionElement>(
  rows: readonly Pick<ScoreRow, 'id' | 'totalScore' | 'totalTimeMs'>[],
  highlight: string | undefined,
  moveMs = 250,
): RefObject<Body | null> => {
  const body = useRef<Body>(null)
  const states = useRef<Map<string, RowState>>(undefined)
  useLayoutEffect(() => {
    const totals = new Map(rows.map((row) => [row.id, `${row.totalScore} ${row.totalTimeMs}`]))
    const elements = () =>
      // a hidden row has no position
      [...((body.current?.children ?? []) as Iterable<HTMLElement>)].filter(
        (element) => totals.has(element.dataset.row ?? '') && element.offsetParent !== null,
      )
    const readState = (element: HTMLElement): [string, RowState] => {
      const id = element.dataset.row as string
      return [id, { top: element.offsetTop, total: totals.get(id) as string }]
    }
    const before = states.current
    if (!before)
      return runWhenIdle(() => {
        states.current = new Map(elements().map(readState))
      })
    const prefersReducedMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const after = new Map<string, RowState>()
    for (const element of elements()) {
      const [id, now] = readState(element)
      after.set(id, now)
      const previous = before.get(id)
      if (!previous || prefersReducedMotion) continue
      if (previous.top !== now.top) {
        const from = { transform: `translateY(${previous.top - now.top}px)` }
        element.animate([from, { transform: 'none' }], {
          duration: moveMs,
          easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
        })
      }
      if (previous.total !== now.total && highlight) element.classList.add(highlight)
    }
    states.current = after
  }, [rows, highlight, moveMs])
  return body
}
