import { type RefObject, useEffect, useEffectEvent } from 'react'
import { storageKeys } from '#web/shared/storage-keys.ts'

/** The fields that are never stored. */
const secretFields = new Set(['password', 'confirm', 'nationalId', 'website'])

/**
 * Stores what is typed into a form for this tab, so that a reload, the other language or a look at another page loses nothing; passwords and the national ID are left
 * out. `onRestored` gets the stored values once. Returns the function that deletes them.
 */
export const useRegistrationFormAutosave = (
  form: RefObject<HTMLFormElement | null>,
  onRestored: (values: Record<string, string>) => void,
) => {
  const restored = useEffectEvent(onRestored)
  useEffect(() => {
    const element = form.current
    if (!element) return
    let values: Record<string, string> = {}
    try {
      values = JSON.parse(window.sessionStorage.getItem(storageKeys.registrationUser) ?? '{}') as Record<string, string>
    } catch {
      // nothing was stored
    }
    for (const field of element.elements) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      const value = values[field.name]
      if (value === undefined || secretFields.has(field.name)) continue
      if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = field.value === value
      else if (!(field instanceof HTMLInputElement && field.type === 'checkbox')) field.value = value
    }
    if (Object.keys(values).length > 0) restored(values)
    const store = () => {
      const now = Object.fromEntries(
        [...new FormData(element)].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && !secretFields.has(pair[0])),
      )
      try {
        window.sessionStorage.setItem(storageKeys.registrationUser, JSON.stringify(now))
      } catch {
        // without storage it lasts as long as the page
      }
    }
    element.addEventListener('input', store)
    return () => element.removeEventListener('input', store)
  }, [form])
  return () => {
    try {
      window.sessionStorage.removeItem(storageKeys.registrationUser)
    } catch {
      // nothing could be stored
    }
  }
}
