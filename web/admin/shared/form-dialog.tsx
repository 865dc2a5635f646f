import { Button, type MantineColor, type ModalProps, Stack } from '@mantine/core'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import type { Localized } from '#contract/platform/localized.ts'
import type { FieldErrors, SubmitFailure } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { ErrorAlert, useSubmitWithInvalidFieldFocus } from './admin-submit.tsx'
import { AdminDialog, AdminDialogActions } from './dialog.tsx'

/** What a field passes to `onChange`: the event of an input, or the value itself. */
type Change<T> = T | ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>
const isEvent = <T,>(change: Change<T>): change is Exclude<Change<T>, T> =>
  typeof change === 'object' && change !== null && 'currentTarget' in change

/** What the page finds wrong: the errors by field, and the message when it is not that the form is incomplete. */
type Problem = { message?: string | undefined; fields: FieldErrors }

type Options<V, R, C> = {
  initialValues: V
  /** Removes the empty rows of a list from the values before the others are checked, shown and sent. */
  removeEmptyRows?: (values: V) => V
  /** Fields without which nothing is sent. */
  required?: readonly (keyof V & string)[]
  /** Returns other errors that the page finds itself; with them, nothing is sent. */
  findProblem?: (values: V, choice: C | undefined) => Problem | undefined
  /** Sends the values. `choice` is what the button passes to `submit`. The message of the reply is shown as a toast. */
  send: (values: V, choice: C | undefined) => Promise<R>
  onSaved?: (reply: R) => unknown
  onFailed?: (failure: SubmitFailure) => void
  /** Returns the text of the alert; by default a failure that no field has. */
  describeFailure?: (failure: SubmitFailure, values: V) => string | undefined
  /** Shows a failure as a toast, without an alert. */
  showsFailureAsToast?: boolean
  /** The alert and the errors disappear when a value changes. */
  isFailureClearedByChange?: boolean
  /** Is called when a value changes. */
  onChange?: () => void
}

/** The text of the alert of a form that shows it beside the errors of fields, too. */
export const getFailureMessage = ({ message }: SubmitFailure): string => message

const describeFailureWithoutField = ({ message, fields }: SubmitFailure): string | undefined =>
  Object.keys(fields).length === 0 ? message : undefined

/**
 * Holds the values of a form as one object and sends them. After a failure the values stay, and the first
 * invalid field has the focus. It ignores a second submit while one is running.
 */
export const useForm = <V extends object, R = unknown, C = undefined>({
  initialValues,
  removeEmptyRows,
  required = [],
  findProblem,
  send,
  onSaved,
  onFailed,
  describeFailure = describeFailureWithoutField,
  showsFailureAsToast = false,
  isFailureClearedByChange = false,
  onChange,
}: Options<V, R, C>) => {
  const { t } = useTranslation()
  const [values, setValues] = useState(initialValues)
  const submission = useSubmitWithInvalidFieldFocus()
  const { failure, submitting, clear } = submission
  const errors: FieldErrors = failure?.fields ?? {}
  const set = (changed: Partial<V>) => {
    setValues((before) => ({ ...before, ...changed }))
    if (isFailureClearedByChange) clear()
    onChange?.()
  }
  const submit = async (choice?: C): Promise<void> => {
    const filled = removeEmptyRows?.(values) ?? values
    if (removeEmptyRows) setValues(removeEmptyRows)
    const missing = required.filter((name) => String(filled[name] ?? '').trim() === '')
    const problem: Problem | undefined =
      missing.length > 0
        ? { fields: Object.fromEntries(missing.map((name) => [name, t('fieldErrors.required')])) }
        : findProblem?.(filled, choice)
    if (problem) return submission.reject(problem.message ?? t('messages.formIncomplete'), problem.fields)
    const failed = await submission.submit(async () => {
      const reply = await send(filled, choice)
      const message = (reply as { msg?: string } | undefined)?.msg
      if (message) toast.success(message)
      await onSaved?.(reply)
    })
    if (!failed) return
    if (showsFailureAsToast) toast.error(failed.message)
    onFailed?.(failed)
  }
  return {
    values,
    errors,
    failure,
    /** The text of the alert. */
    problem: failure && !showsFailureAsToast ? describeFailure(failure, values) : undefined,
    submitting,
    set,
    submit,
    /** Runs a call that the form needs, such as the one that loads its choices. Its failure is that of the form. */
    run: submission.submit,
    reject: submission.reject,
    clearFailure: clear,
    /** Returns value, error and change handler of a field. */
    getInputProps: <K extends keyof V & string>(name: K) => ({
      value: values[name],
      error: errors[name],
      onChange: (change: Change<V[K]>) =>
        set({ [name]: isEvent(change) ? change.currentTarget.value : change } as unknown as Partial<V>),
    }),
    /** Returns the properties of a checkbox or switch. */
    getCheckboxProps: (name: keyof V & string) => ({
      checked: values[name] === true,
      onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
        set({ [name]: checked } as unknown as Partial<V>),
    }),
    /** Returns the properties of a `LocalizedField`. */
    getLocalizedProps: <K extends keyof V & string>(name: V[K] extends Localized ? K : never) => ({
      value: values[name] as Localized,
      errors: { en: errors[`${name}.en`], ar: errors[`${name}.ar`] },
      onChange: (value: Localized) => set({ [name]: value } as unknown as Partial<V>),
    }),
  }
}

type FormState = { problem: string | undefined; submitting: boolean; submit: () => Promise<void> }

type FormProps = {
  form: FormState
  /** The id of the heading. */
  labelledBy?: string
  gap?: string
  /** What stands above the alert. */
  intro?: ReactNode
  children: ReactNode
}

/** Shows a form with its alert, in a dialog or on a page. `children` are the fields and the buttons. */
export function Form({ form, labelledBy, gap = 'md', intro, children }: FormProps) {
  return (
    <form
      method="post"
      noValidate
      aria-labelledby={labelledBy}
      onSubmit={(event) => {
        event.preventDefault()
        // React would pass the submit on to the form of the page
        event.stopPropagation()
        void form.submit()
      }}
    >
      <Stack gap={gap}>
        {intro}
        <ErrorAlert message={form.problem} />
        {children}
      </Stack>
    </form>
  )
}

type FormButtonsProps = {
  form: FormState
  /** The text of the button that submits. */
  action: string
  color?: MantineColor | undefined
  /** Disables that button until something is chosen. */
  isBlocked?: boolean
  onClose: () => void
}

/** Shows the buttons of a form: 'Cancel' and the one that submits. */
export function FormButtons({ form, action, color, isBlocked = false, onClose }: FormButtonsProps) {
  return (
    <AdminDialogActions onCancel={onClose}>
      <Button type="submit" {...(color ? { color } : {})} loading={form.submitting} disabled={isBlocked}>
        {action}
      </Button>
    </AdminDialogActions>
  )
}

type FormDialogProps = Pick<ModalProps, 'title' | 'size' | 'centered'> &
  Pick<FormProps, 'form' | 'intro' | 'children'> &
  Pick<FormButtonsProps, 'color' | 'isBlocked' | 'onClose'> & {
    /** The text of the button that submits; without it, `children` have the buttons. */
    action?: string
    /** What is not part of the form, such as a question on top of the dialog. */
    extra?: ReactNode
  }

/** Shows a dialog with a form. */
export function FormDialog({
  form,
  intro,
  action,
  color,
  isBlocked = false,
  extra,
  children,
  ...dialog
}: FormDialogProps) {
  return (
    <AdminDialog {...dialog}>
      <Form form={form} intro={intro}>
        {children}
        {action === undefined ? null : (
          <FormButtons
            form={form}
            action={action}
            color={color}
            isBlocked={isBlocked}
            onClose={dialog.onClose}
          />
        )}
      </Form>
      {extra}
    </AdminDialog>
  )
}
