import { useEffect, useState } from 'react'
import { adminApi } from '#web/shared/api/admin-api.ts'

/**
 * Returns whether payments are in test mode, and whether the payment page is the stand-in of the demo
 * content; both false until it is known.
 */
export const useLoadedPaymentMode = (): { test: boolean; demo: boolean } => {
  const [mode, setMode] = useState({ test: false, demo: false })
  useEffect(() => {
    const controller = new AbortController()
    adminApi.payments.getMode(controller.signal).then(setMode, () => {})
    return () => controller.abort()
  }, [])
  return mode
}
