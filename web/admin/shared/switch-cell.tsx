import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { getErrorMessage } from './error-alert.tsx'

type Props = { label: string; value: boolean; onChange: (value: boolean) => Promise<unknown> }

/** Shows a switch that saves immediately, confirms it with a toast, and reverts when the save fails. */
export function SwitchCell({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  const [pendingValue, setPendingValue] = useState<boolean>()
  const change = async (next: boolean) => {
    setPendingValue(next)
    try {
      await onChange(next)
      toast.success(t('messages.statusUpdated'))
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setPendingValue(undefined)
  }
  return (
    <Switch
      aria-label={label}
      size="md"
      checked={pendingValue ?? value}
      disabled={pendingValue !== undefined}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}
