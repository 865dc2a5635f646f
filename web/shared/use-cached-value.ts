import { useEffect, useState } from 'react'

const read = <T>(key: string): T | undefined => {
  try {
    return (JSON.parse(window.localStorage.getItem(key) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

const keep = (key: string, value: unknown) => {
  try {
    window.localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // a full or forbidden storage costs the cache, nothing else
  }
}

/**
 * A list that the browser keeps under `key` and that is read anew from the server on load (specification, section 4). `made` is what the server wrote into the
 * page, undefined where it could not: then what is kept is shown meanwhile. `failed` is told when it could not be read.
 */
export const useCachedValue = <T>(key: string, made: T | undefined, ask: () => Promise<T>, failed: () => void): T | undefined => {
  const [value, setValue] = useState(made)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once on load
  useEffect(() => {
    if (made !== undefined) return keep(key, made)
    setValue(read<T>(key))
    let gone = false
    ask().then(
      (found) => {
        if (gone) return
        keep(key, found)
        setValue(found)
      },
      () => {
        if (!gone) failed()
      },
    )
    return () => {
      gone = true
    }
  }, [])
  return value
}
