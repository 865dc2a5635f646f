import { useEffect, useState } from 'react'

const read = <T>(key: string): T | undefined => {
  try {
    return (JSON.parse(window.localStorage.getItem(key) ?? 'null') as T | null) ?? undefined
  } catch {
    return undefined
  }
}

const write = (key: string, value: unknown) => {
  try {
    window.localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // without storage nothing is cached
  }
}

/**
 * Caches a value in `localStorage` under `key` (specification, section 4). `rendered` is the value in the
 * page; when it is undefined, the hook returns the cached value and loads a new one with `load`. `onError`
 * runs when that fails.
 */
export const useLoadedOrCachedValue = <T>(
  key: string,
  rendered: T | undefined,
  load: () => Promise<T>,
  onError: () => void,
): T | undefined => {
  const [value, setValue] = useState(rendered)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once on load
  useEffect(() => {
    if (rendered !== undefined) return write(key, rendered)
    setValue(read<T>(key))
    let unmounted = false
    load().then(
      (found) => {
        if (unmounted) return
        write(key, found)
        setValue(found)
      },
      () => {
        if (!unmounted) onError()
      },
    )
    return () => {
      unmounted = true
    }
  }, [])
  return value
}
