import { useEffect, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'

/** Loads a value, and loads it again when `key` changes. Returns undefined until it is loaded; a failure shows a toast. */
export const useLoadedValue = <T>(load: () => Promise<T>, key: string): T | undefined => {
  const { t } = useTranslation()
  const [value, setValue] = useState<T>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` identifies what `load` reads
  useEffect(() => {
    let isCurrent = true
    load().then(
      (loaded) => {
        if (isCurrent) setValue(loaded)
      },
      () => {
        if (isCurrent) toast.error(t('messages.loadFailed'))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [key])
  return value
}
