import { Modal, type ModalProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'

/** A dialog that is there while it is open: its close button has a name, and when it goes the focus returns to where it was. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'returnFocus' | 'closeButtonProps'>) {
  const { t } = useTranslation()
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // once the dialog is out of the page; whoever took the focus meanwhile keeps it
      window.setTimeout(() => {
        const nobody = !document.activeElement || document.activeElement === document.body
        if (nobody && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
      })
    },
    [before],
  )
  return <Modal opened returnFocus={false} closeButtonProps={{ 'aria-label': t('admin.list.close') }} {...props} />
}
