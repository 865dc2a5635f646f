import {
  Button,
  type ButtonProps,
  Group,
  List,
  Modal,
  type ModalProps,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from '#web/shared/texts.ts'
import styles from './dialog-actions.module.css'
import { isFocusLost } from './focus.ts'

/** The open dialogs, the one on top last. */
const openDialogs: symbol[] = []
const handledEvents = new WeakSet<Event>()

/** Closes the dialog on top when Escape is pressed; the dialogs below it stay open. */
const useCloseOnEscape = (onClose: () => void) => {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const dialog = Symbol()
    openDialogs.push(dialog)
    const handleKey = (event: KeyboardEvent) => {
      // an open list of options closes first
      const isOfField = (event.target as HTMLElement).dataset?.mantineStopPropagation === 'true'
      if (event.key !== 'Escape' || event.isComposing || isOfField) return
      if (openDialogs.at(-1) !== dialog || handledEvents.has(event)) return
      handledEvents.add(event)
      close()
    }
    window.addEventListener('keydown', handleKey, { capture: true })
    return () => {
      window.removeEventListener('keydown', handleKey, { capture: true })
      openDialogs.splice(openDialogs.indexOf(dialog), 1)
    }
  }, [])
}

/**
 * Shows a modal dialog that is open while it is mounted. Its close button has a name, and the focus returns
 * to the former element when it closes.
 */
export function AdminDialog(
  props: Omit<ModalProps, 'opened' | 'returnFocus' | 'closeButtonProps' | 'closeOnEscape'>,
) {
  const { t } = useTranslation()
  useCloseOnEscape(props.onClose)
  const [focusedBefore] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // runs after the dialog is removed; an element that has taken the focus keeps it
      window.setTimeout(() => {
        if (isFocusLost() && focusedBefore instanceof HTMLElement && focusedBefore.isConnected)
          focusedBefore.focus({ preventScroll: true })
      })
    },
    [focusedBefore],
  )
  return (
    <Modal
      opened
      returnFocus={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('admin.list.close') }}
      {...props}
    />
  )
}

/** Lets a button with a long text have several lines. */
export const severalLinesButtonProps = {
  h: 'auto',
  mih: 36,
  py: 6,
  styles: { label: { height: 'auto', overflow: 'visible', whiteSpace: 'normal', lineHeight: 1.35 } },
} satisfies ButtonProps

/**
 * Shows the buttons at the end of a dialog or a form within one: 'Cancel' or another text, then `children`. They
 * stay visible while a long dialog scrolls.
 */
export function AdminDialogActions({
  onCancel,
  cancelText,
  children,
}: {
  onCancel: () => void
  cancelText?: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" className={styles.actions}>
      <Button variant="default" onClick={onCancel}>
        {cancelText ?? t('admin.list.cancel')}
      </Button>
      {children}
    </Group>
  )
}

type ConfirmDialogProps = {
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
}: ConfirmDialogProps) {
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

/** A question with a line for each record that it is about. */
type Question = { title: string; text: string; lines: readonly string[]; action: string }

/**
 * Asks questions, one at a time. `ask` resolves with true when the user confirms; the component renders
 * `dialog`.
 */
export const useConfirmationDialog = () => {
  const [asked, setAsked] = useState<Question & { answer: (isConfirmed: boolean) => void }>()
  const answer = (isConfirmed: boolean) => {
    asked?.answer(isConfirmed)
    setAsked(undefined)
  }
  return {
    ask: (question: Question) =>
      new Promise<boolean>((resolve) => setAsked({ ...question, answer: resolve })),
    dialog: asked ? (
      <AdminConfirmDialog
        title={asked.title}
        text={asked.text}
        action={asked.action}
        color="oasis"
        onClose={() => answer(false)}
        onConfirm={() => answer(true)}
      >
        <List size="sm">
          {asked.lines.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </AdminConfirmDialog>
    ) : null,
  }
}

type ReasonDialogProps = {
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
export function ConfirmWithReasonDialog({
  title,
  text,
  action,
  label,
  description,
  maxLength,
  busy,
  error,
  onClose,
  onConfirm,
}: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <AdminConfirmDialog
      title={title}
      text={text}
      action={action}
      busy={busy}
      onClose={onClose}
      onConfirm={() => onConfirm(reason)}
    >
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
