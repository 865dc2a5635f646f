import { useRef } from 'react'
import page from '#web/shared/ui/page.module.css'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormError } from './form.tsx'
import { useSubmit } from './use-submit.ts'

type Props = {
  title: string
  text: string
  /** The texts of the two buttons. */
  action: string
  cancel: string
  /** The message when there is no connection. */
  offline: string
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks for a confirmation before a deletion, and shows why a deletion failed. */
export function ConfirmDialog({ title, text, action, cancel, offline, onConfirm, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { submitting, failure, submit } = useSubmit({ offline, unknown: offline })
  return (
    <Dialog ref={dialog} title={title} text={text} onClose={onClose}>
      <FormError failure={failure} />
      <DialogActions>
        <button type="button" className={page.danger} aria-disabled={submitting} onClick={() => void submit(onConfirm)}>
          {action}
        </button>
        <button type="button" className={page.ghost} onClick={() => dialog.current?.close()}>
          {cancel}
        </button>
      </DialogActions>
    </Dialog>
  )
}
