import { useEffect, useSyncExternalStore } from 'react'
import { storageKeys } from './storage-keys.ts'

/** The colour scheme that the visitor chose; `auto` follows the system. */
export type Theme = 'light' | 'dark' | 'auto'

const attribute = 'data-mantine-color-scheme'

/** A script that sets the colour scheme before the first paint, in the attribute that Mantine reads too. */
export const themeScript = `(()=>{try{var t=localStorage.getItem('${storageKeys.theme}')}catch{}var d=t==='dark'||(t!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);document.documentElement.setAttribute('${attribute}',d?'dark':'light')})()`

/**
 * A script that opens a page without a language in its address in the language of the browser's storage, when
 * the cookie that tells the server is gone, and sets the cookie again. The opened address names the language,
 * so that it happens once, also where cookies are blocked.
 */
export const languageScript = `(()=>{try{var l=localStorage.getItem('${storageKeys.lang}'),q=new URLSearchParams(location.search);if((l==='en'||l==='ar')&&!q.has('lang')&&!/(^|; *)lang=(en|ar)(;|$)/.test(document.cookie)){document.cookie='lang='+l+';path=/;max-age=31536000;samesite=lax';if(l!==document.documentElement.lang){q.set('lang',l);location.replace('?'+q+location.hash)}}}catch{}})()`

const listeners = new Set<() => void>()
let chosen: Theme | undefined
/** The scheme that a page sets, whatever was chosen. */
let forced: Theme | undefined

const read = (): Theme => {
  if (chosen) return chosen
  try {
    const stored = window.localStorage.getItem(storageKeys.theme)
    return stored === 'light' || stored === 'dark' ? stored : 'auto'
  } catch {
    return 'auto'
  }
}

const show = () => {
  const theme = forced ?? read()
  const dark =
    theme === 'dark' || (theme === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute(attribute, dark ? 'dark' : 'light')
}

/**
 * Updates the colour scheme when that of the system changes, and prints pages in the light scheme. Called
 * once, in the browser.
 */
export const followSystemThemeAndPrintLight = () => {
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
  const root = document.documentElement
  let schemeOnScreen = 'light'
  window.addEventListener('beforeprint', () => {
    schemeOnScreen = root.getAttribute(attribute) ?? 'light'
    root.setAttribute(attribute, 'light')
  })
  window.addEventListener('afterprint', () => root.setAttribute(attribute, schemeOnScreen))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  const elsewhere = (event: StorageEvent) => {
    // without a key, the whole storage was cleared
    if (event.key !== storageKeys.theme && event.key !== null) return
    chosen = undefined
    show()
    listener()
  }
  window.addEventListener('storage', elsewhere)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', elsewhere)
  }
}

const choose = (theme: Theme) => {
  chosen = theme
  try {
    window.localStorage.setItem(storageKeys.theme, theme)
  } catch {
    // the choice lasts as long as the page
  }
  show()
  for (const listener of listeners) listener()
}

/** Returns the chosen colour scheme and a function that changes it. */
export const useColorSchemeChoice = (): [Theme, (theme: Theme) => void] => [
  useSyncExternalStore(subscribe, read, () => 'auto' as const),
  choose,
]

/** Shows the page in a colour scheme, whatever was chosen, as long as it is open; `auto` leaves the choice. */
export const useForcedColorScheme = (scheme: Theme) =>
  useEffect(() => {
    if (scheme === 'auto') return
    forced = scheme
    show()
    return () => {
      forced = undefined
      show()
    }
  }, [scheme])
