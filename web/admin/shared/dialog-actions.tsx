import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './dialog-actions.module.css'

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
