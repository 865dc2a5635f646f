import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { AdminDialog } from './dialog.tsx'

type Props = {
  title: string
  text?: string | undefined
  action: string
  /** The colour of the button that confirms; red by default, for what deletes. */
  color?: string
  busy?: boolean
  /** Disables the button that confirms; `children` say why. */
  isBlocked?: boolean
  onClose: () => void
  onConfirm: () => void
  /** More about what is confirmed, below the text. */
  children?: ReactNode
}

/** Asks for a confirmation; the cancel button has the focus. */
export function AdminConfirmDialog({
  title,
  text,
  action,
  color = 'red.9',
  busy = false,
  isBlocked = false,
  onClose,
  onConfirm,
  children,
}: Props) {
  const { t } = useTranslation()
  return (
    <AdminDialog onClose={onClose} title={title} centered>
      <Stack>
        {text ? <Text>{text}</Text> : null}
        {children}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('admin.list.cancel')}
          </Button>
          <Button color={color} loading={busy} disabled={isBlocked} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </AdminDialog>
  )
}
