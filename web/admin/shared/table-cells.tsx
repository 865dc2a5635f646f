import { Badge, Switch } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { getErrorMessage } from './admin-submit.tsx'
import styles from './table-cells.module.css'

type StatusBadgeProps = { status: 'done' | 'open' | 'problem'; children: ReactNode }

/** Shows a badge with a status, by its text and not by its colour alone. */
export function StatusBadge({ status, children }: StatusBadgeProps) {
  return (
    <Badge
      variant={status === 'done' ? 'light' : 'outline'}
      miw="max-content"
      className={`${styles.badge} ${styles[status]}`}
    >
      {children}
    </Badge>
  )
}

/** Shows an email address, which breaks at its `@` where there is no room for it. */
export function BreakableEmailAddress({ children }: { children: string }) {
  const at = children.lastIndexOf('@') + 1
  return (
    <bdi dir="ltr">
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </bdi>
  )
}

type SwitchCellProps = {
  label: string
  value: boolean
  isDisabled?: boolean
  /** Asks before a change; the switch stays as it is when the answer is false. */
  confirm?: (value: boolean) => Promise<boolean>
  onChange: (value: boolean) => Promise<unknown>
}

/** Shows a switch that saves immediately, confirms it with a toast, and reverts when the save fails. */
export function InstantSaveSwitchCell({
  label,
  value,
  isDisabled = false,
  confirm,
  onChange,
}: SwitchCellProps) {
  const { t } = useTranslation()
  const [pendingValue, setPendingValue] = useState<boolean>()
  const change = async (next: boolean) => {
    setPendingValue(value)
    try {
      if (confirm && !(await confirm(next))) return setPendingValue(undefined)
      setPendingValue(next)
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
      disabled={isDisabled || pendingValue !== undefined}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  )
}

type ThumbnailProps = { src: string | null; size: number; isRound?: boolean; icon: ReactNode }

/**
 * Shows a small image, or `icon` when there is none. It is decorative, because the name is shown beside it.
 */
export function Thumbnail({ src, size, isRound = false, icon }: ThumbnailProps) {
  return (
    <span
      className={isRound ? `${styles.thumbnail} ${styles.round}` : styles.thumbnail}
      style={{ inlineSize: size, blockSize: size }}
    >
      {src ? <img src={src} alt="" width={size} height={size} loading="lazy" /> : icon}
    </span>
  )
}
