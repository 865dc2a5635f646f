import { useEffect, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/**
 * Loads a value, and loads it again when `key` changes and, with `refreshMs`, at that interval while the page
 * is visible. Returns undefined until it is loaded; a failure shows a toast, except that of a refresh.
 */
export const useLoadedValueWithErrorToast = <T>(
  load: () => Promise<T>,
  key: string,
  refreshMs?: number,
): T | undefined => {
  const { t } = useTranslation()
  const [value, setValue] = useState<T>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies what `load` reads
  useEffect(() => {
    let isCurrent = true
    let isLoading = false
    const loadValue = async (isRefresh: boolean) => {
      isLoading = true
      try {
        const loaded = await load()
        if (isCurrent) setValue(loaded)
      } catch {
        if (isCurrent && !isRefresh) toast.error(t('messages.loadFailed'))
      }
      isLoading = false
    }
    void loadValue(false)
    // of two requests at the same time, the older one could be answered last
    const refresh = () => {
      if (!document.hidden && !isLoading) void loadValue(true)
    }
    const timer = refreshMs === undefined ? undefined : window.setInterval(refresh, refreshMs)
    return () => {
      isCurrent = false
      window.clearInterval(timer)
    }
  }, [key, refreshMs])
  return value
}

/** Loads a value as `useLoadedValueWithErrorToast` does, and again when `reload` is called. */
export const useReloadableValueWithErrorToast = <T>(
  load: () => Promise<T>,
  key: string,
  refreshMs?: number,
) => {
  const [version, setVersion] = useState(0)
  const value = useLoadedValueWithErrorToast(load, `${key} ${version}`, refreshMs)
  return { value, reload: () => setVersion((before) => before + 1) }
}
