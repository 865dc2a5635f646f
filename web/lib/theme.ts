import { storageKeys } from './storage-keys.ts'

/** What a visitor may choose; `auto` follows the system. */
export const themes = ['light', 'dark', 'auto'] as const
export type Theme = (typeof themes)[number]

/** Runs before the first paint: puts the colour scheme on the page (the attribute is the one that the back office's widgets read, too). */
export const themeScript = `(()=>{try{var t=localStorage.getItem('${storageKeys.theme}')}catch{}var d=t==='dark'||(t!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches);document.documentElement.setAttribute('data-mantine-color-scheme',d?'dark':'light')})()`
