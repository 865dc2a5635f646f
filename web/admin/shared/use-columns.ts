import { useState } from 'react'

/** Which columns of a list are hidden, remembered in this browser under the list's name. */
export const useColumns = (name: string, hiddenAtFirst: readonly string[]) => {
  const key = `admin_columns_${name}`
  const [hidden, setHidden] = useState<readonly string[]>(() => {
    try {
      const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null')
      return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string') : hiddenAtFirst
    } catch {
      return hiddenAtFirst
    }
  })
  const toggle = (column: string) => {
    const next = hidden.includes(column) ? hidden.filter((each) => each !== column) : [...hidden, column]
    setHidden(next)
    try {
      window.localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // without storage the choice lasts as long as the page
    }
  }
  return { hidden, toggle }
}
