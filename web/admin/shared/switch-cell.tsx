import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { getErrorMessage } from './error-message.ts'

type Props = { label: string; value: boolean; onChange: (value: boolean) => Promise<unknown> }

/** A switch that acts at once, says so, and goes back when the server refuses. */
export function SwitchCell({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  const [shown, setShown] = useState<boolean>()
  const change = async (next: boolean) => {
    setShown(next)
    try {
      await onChange(next)
      toast.success(t('messages.statusUpdated'))
    } catch (error) {
      toast.error(getErrorMessage(t, error))
    }
    setShown(undefined)
  }
  return (
    <Switch
      aria-label={label}
      size="md"
      checked={shown ?? value}
      disabled={shown !== undefined}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}
