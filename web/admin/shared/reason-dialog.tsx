import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { AdminConfirmDialog } from './confirm-dialog.tsx'

type Props = {
  title: string
  text: string
  action: string
  label: string
  description: string
  maxLength: number
  busy: boolean
  error: string | undefined
  onClose: () => void
  onConfirm: (reason: string) => void
}

/** Asks for a confirmation with a reason. */
export function ReasonDialog({ title, text, action, label, description, maxLength, busy, error, onClose, onConfirm }: Props) {
  const [reason, setReason] = useState('')
  return (
    <AdminConfirmDialog title={title} text={text} action={action} busy={busy} onClose={onClose} onConfirm={() => onConfirm(reason)}>
      <Textarea
        label={label}
        description={description}
        required
        autosize
        minRows={2}
        dir="auto"
        maxLength={maxLength}
        value={reason}
        error={error}
        onChange={(change) => setReason(change.currentTarget.value)}
      />
    </AdminConfirmDialog>
  )
}
