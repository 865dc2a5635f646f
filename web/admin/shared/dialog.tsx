import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './dialog-actions.module.css'
import { isFocusLost } from './focus.ts'

/** Shows a modal dialog that is open while it is mounted. Its close button has a name, and the focus returns to the former element when it closes. */
export function AdminDialog(props: Omit<ModalProps, 'opened' | 'returnFocus' | 'closeButtonProps'>) {
  const { t } = useTranslation()
  const [focusedBefore] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // runs after the dialog is removed; an element that took the focus meanwhile keeps it
      window.setTimeout(() => {
        if (isFocusLost() && focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus({ preventScroll: true })
      })
    },
    [focusedBefore],
  )
  return <Modal opened returnFocus={false} closeButtonProps={{ 'aria-label': t('admin.list.close') }} {...props} />
}

/** Shows the buttons at the end of a dialog or a form within one: 'Cancel', then `children`. They stay visible while a long dialog scrolls. */
export function AdminDialogActions({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" className={styles.actions}>
      <Button variant="default" onClick={onCancel}>
        {t('admin.list.cancel')}
      </Button>
      {children}
    </Group>
  )
}
