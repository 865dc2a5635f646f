import { type RefObject, useEffect, useEffectEvent } from 'react'
import { storageKeys } from '#web/shared/storage-keys.ts'

/** What is never kept outside the form. */
const secret = new Set(['password', 'confirm', 'nationalId', 'website'])

/**
 * Keeps what is typed into a form for this tab, so that a reload, the other language or a look at another page loses nothing; passwords and the national ID are left
 * out. `restored` hears once what came back. Gives the function that forgets it.
 */
export const useKeptForm = (form: RefObject<HTMLFormElement | null>, restored: (values: Record<string, string>) => void) => {
  const tell = useEffectEvent(restored)
  useEffect(() => {
    const element = form.current
    if (!element) return
    let values: Record<string, string> = {}
    try {
      values = JSON.parse(window.sessionStorage.getItem(storageKeys.registrationUser) ?? '{}') as Record<string, string>
    } catch {
      // nothing was kept
    }
    for (const field of element.elements) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
      const value = values[field.name]
      if (value === undefined || secret.has(field.name)) continue
      if (field instanceof HTMLInputElement && field.type === 'radio') field.checked = field.value === value
      else if (!(field instanceof HTMLInputElement && field.type === 'checkbox')) field.value = value
    }
    if (Object.keys(values).length > 0) tell(values)
    const keep = () => {
      const now = Object.fromEntries(
        [...new FormData(element)].filter((pair): pair is [string, string] => typeof pair[1] === 'string' && !secret.has(pair[0])),
      )
      try {
        window.sessionStorage.setItem(storageKeys.registrationUser, JSON.stringify(now))
      } catch {
        // without storage it lasts as long as the page
      }
    }
    element.addEventListener('input', keep)
    return () => element.removeEventListener('input', keep)
  }, [form])
  return () => {
    try {
      window.sessionStorage.removeItem(storageKeys.registrationUser)
    } catch {
      // nothing could be kept
    }
  }
}
