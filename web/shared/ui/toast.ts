import { useEffect } from 'react'
import { readAndDeleteFlashMessage } from '#web/shared/flash-message.ts'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './toast.module.css'

type Kind = 'success' | 'error'
const durationsMs = { success: 5000, error: 9000 }

let regions: Record<Kind, HTMLElement> | undefined

/** Creates the two live regions once: screen readers announce only changes of regions that exist. */
const ensureRegions = () => {
  if (regions?.success.isConnected) return regions
  const box = document.createElement('div')
  box.className = styles.box ?? ''
  const region = (role: 'status' | 'alert') => {
    const element = document.createElement('div')
    element.setAttribute('role', role)
    box.append(element)
    return element
  }
  regions = { success: region('status'), error: region('alert') }
  document.body.append(box)
  return regions
}

const show = (kind: Kind, text: string) => {
  const item = document.createElement('p')
  item.className = `${styles.toast} ${styles[kind]}`
  item.dir = 'auto'
  item.textContent = text
  const { [kind]: region, error: errors } = ensureRegions()
  // the errors of earlier attempts contradict a success, and several messages would cover the page
  if (kind === 'success') for (const each of [errors, region]) each.replaceChildren()
  let timer: number
  const start = () => {
    timer = window.setTimeout(() => item.remove(), durationsMs[kind])
  }
  // the toast remains while the pointer is on it
  item.addEventListener('pointerenter', () => window.clearTimeout(timer))
  item.addEventListener('pointerleave', start)
  item.addEventListener('click', () => item.remove())
  region.append(item)
  start()
}

/** Shows short messages at the edge of the screen; in the browser only. */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  /** Shows the message that the former page saved with `saveFlashMessage`. */
  showFlashMessage: () => {
    const message = readAndDeleteFlashMessage()
    if (message) show(message.kind, message.text)
  },
}

/** Shows the toast 'Something went wrong' when a list could not be loaded (specification, section 8). */
export const useLoadErrorToast = (failed: boolean) => {
  const { t } = useTranslation()
  useEffect(() => {
    if (failed) toast.error(t('messages.loadFailed'))
  }, [failed, t])
}
