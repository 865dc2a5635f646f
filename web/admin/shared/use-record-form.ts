import { useEffect, useMemo, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import type { ApiError } from '#web/shared/api/call.ts'
import type { SubmitFailure } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useSubmitWithInvalidFieldFocus } from './admin-submit.tsx'

/** Error messages by field. */
export type FieldErrors<V> = Partial<Record<keyof V & string, string>>

type Options<V, R> = {
  initialValues: V
  /** Returns errors by field; the form is not sent when there are any. */
  validate?: (values: V) => FieldErrors<V>
  /** Returns the message for the errors of `validate`; the default is 'Please fill form carefully!'. */
  getIncompleteMessage?: (found: FieldErrors<V>) => string | undefined
  /**
   * Runs before each save; false cancels the save without a message. An error is shown like that of `save`.
   */
  beforeSave?: (values: V) => Promise<boolean>
  /** Saves the values. `version` is the version to overwrite after an edit conflict. */
  save: (values: V, version?: number) => Promise<{ message: string; record: R }>
  /** Maps the fields of an API error to the fields of the form. */
  toFieldErrors?: (error: ApiError) => FieldErrors<V>
  /** Reads the stored record from a `stale-version` error. */
  readCurrent?: (error: ApiError) => { values: V; version: number } | undefined
  /**
   * Maps the saved record to values; the form continues with them and keeps what was typed during the save.
   */
  toSavedState?: (record: R) => { values: V; version: number }
  onSaved: (record: R) => void
}

type SaveFailure<V> =
  | { kind: 'stale'; theirs: V; version: number }
  | { kind: 'offline' }
  | { kind: 'refused'; text: string }

/** Returns the values that were changed after the form was sent. */
const getChangedValues = <V extends object>(sent: V, now: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(now).filter(([key, value]) => value !== sent[key as keyof V]),
  ) as Partial<V>

/** Reads a part of a value by its path (`groups.0.label.en`). */
export const getValueAtPath = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | null | undefined)?.[key], value)

/**
 * Holds the state of a form that saves a record. It ignores a second submit during a save, keeps the values
 * after a failure, and asks before the user leaves unsaved changes.
 */
export const useRecordForm = <V extends object, R>({
  initialValues,
  validate,
  getIncompleteMessage,
  beforeSave,
  save,
  toFieldErrors,
  readCurrent,
  toSavedState,
  onSaved,
}: Options<V, R>) => {
  const { t } = useTranslation()
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<FieldErrors<V>>({})
  const submission = useSubmitWithInvalidFieldFocus()
  const { submitting, failure } = submission
  const readConflict = ({ code, error }: SubmitFailure) =>
    error && code === 'stale-version' ? readCurrent?.(error) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure stays the same until the next submit
  const saveFailure = useMemo((): SaveFailure<V> | undefined => {
    if (!failure) return undefined
    const current = readConflict(failure)
    if (current) return { kind: 'stale', theirs: current.values, version: current.version }
    if (failure.kind === 'offline') return { kind: 'offline' }
    // invalid fields have messages of their own
    return Object.keys(failure.fields).length === 0 ? { kind: 'refused', text: failure.message } : undefined
  }, [failure])
  const [focusRequests, setFocusRequests] = useState(0)
  const savedJson = useRef(JSON.stringify(initialValues))
  const formRef = useRef<HTMLFormElement>(null)
  // the version that the next save replaces
  const baseVersion = useRef<number>(undefined)
  // the changes of the last submit, which a save after an edit conflict sends again
  const lastChanges = useRef<Partial<V>>({})
  const dirty = useRef(false)
  // a picked file is a change that JSON does not show
  dirty.current =
    JSON.stringify(values) !== savedJson.current ||
    Object.values(values).some((value) => value instanceof Blob)

  const blocker = useBlocker(() => dirty.current && !submitting)
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  // the first invalid field gets the focus once the errors are rendered
  useEffect(() => {
    if (focusRequests > 0)
      formRef.current
        ?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid="true"], button[data-error="true"]')
        ?.focus()
  }, [focusRequests])
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])

  const set = <K extends keyof V & string>(key: K, value: V[K]) => {
    setValues((before) => ({ ...before, [key]: value }))
    const before = values[key]
    // a change of one part, such as one language, clears the error of that part only
    const isStillInvalid = (field: string) => {
      if (field === key) return false
      if (!field.startsWith(`${key}.`)) return true
      const part = field.slice(key.length + 1)
      return getValueAtPath(before, part) === getValueAtPath(value, part)
    }
    setErrors(
      (found) =>
        Object.fromEntries(
          Object.entries(found).filter(([field]) => isStillInvalid(field)),
        ) as FieldErrors<V>,
    )
  }
  const showErrors = (found: FieldErrors<V>) => {
    setErrors(found)
    setFocusRequests((times) => times + 1)
  }

  /**
   * Saves the values with `changes`, and returns the saved record, undefined when it was not saved. The form
   * has the changes only after they are saved. `version` is the version to overwrite after an edit conflict:
   * it sends the changes of the last submit again.
   */
  const submit = async (
    version?: number,
    changes: Partial<V> = version === undefined ? {} : lastChanges.current,
  ): Promise<R | undefined> => {
    if (submitting) return undefined
    lastChanges.current = changes
    const sent = { ...values, ...changes }
    const found = validate?.(sent) ?? {}
    if (Object.values(found).some(Boolean)) {
      showErrors(found)
      toast.error(getIncompleteMessage?.(found) ?? t('messages.formIncomplete'))
      return undefined
    }
    submission.clear()
    setErrors({})
    let saved: R | undefined
    const failed = await submission.submit(async () => {
      if (beforeSave && !(await beforeSave(sent))) return
      const { message, record } = await save(sent, version ?? baseVersion.current)
      saved = record
      const fresh = toSavedState?.(record)
      savedJson.current = JSON.stringify(fresh?.values ?? sent)
      if (fresh) {
        baseVersion.current = fresh.version
        setValues((now) => ({ ...fresh.values, ...getChangedValues(values, now) }))
      }
      dirty.current = false
      toast.success(message)
      onSaved(record)
    })
    if (!failed || failed.kind === 'offline' || readConflict(failed)) return saved
    if (failed.error) showErrors(toFieldErrors?.(failed.error) ?? (failed.fields as FieldErrors<V>))
    toast.error(failed.message)
    return undefined
  }
  /** Replaces the values by those of the stored record. */
  const replaceValues = (stored: V, version: number) => {
    setValues(stored)
    savedJson.current = JSON.stringify(stored)
    baseVersion.current = version
    setErrors({})
    submission.clear()
  }
  return {
    values,
    errors,
    saveFailure,
    saving: submitting,
    isDirty: dirty.current,
    blocker,
    formRef,
    set,
    submit,
    replaceValues,
    clearFailure: submission.clear,
  }
}
export type RecordFormState<V extends object> = Omit<ReturnType<typeof useRecordForm<V, unknown>>, never>
