import { useEffect, useMemo, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import type { ApiError } from '#web/shared/api/call.ts'
import type { SubmitFailure } from '#web/shared/forms/use-submit.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useAdminSubmit } from './use-admin-submit.ts'

/** What is wrong, by field. */
export type FieldErrors<V> = Partial<Record<keyof V & string, string>>

type Options<V, R> = {
  /** What the form begins with. */
  initialValues: V
  /** Refusals before anything is sent, by field; the form is not sent when there are any. */
  validate?: (values: V) => FieldErrors<V>
  /** What is said when `check` refuses: 'Please fill form carefully!' unless it says otherwise. */
  getIncompleteMessage?: (found: FieldErrors<V>) => string | undefined
  /** Sends it. `version` is set when somebody decided to write over what another saved. */
  save: (values: V, version?: number) => Promise<{ message: string; record: R }>
  /** The fields of a refusal, by the form's own names. */
  toFieldErrors?: (error: ApiError) => FieldErrors<V>
  /** The record as it is now, from a `stale-version` refusal. */
  readCurrent?: (error: ApiError) => { values: V; version: number } | undefined
  /** The saved record as the form would begin with it: the form goes on from there, and what was typed meanwhile stays. */
  toSavedState?: (record: R) => { values: V; version: number }
  onSaved: (record: R) => void
}

export type SaveFailure<V> = { kind: 'stale'; theirs: V; version: number } | { kind: 'offline' } | { kind: 'refused'; text: string }

/** What differs from what was sent. */
const typedSince = <V extends object>(sent: V, now: V): Partial<V> =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== sent[key as keyof V])) as Partial<V>

/**
 * The state of a form that saves a record: a second submit while one is under way is ignored, what was typed survives every failure, and leaving with unsaved
 * changes asks first.
 */
export const useRecordForm = <V extends object, R>({
  initialValues,
  validate,
  getIncompleteMessage,
  save,
  toFieldErrors,
  readCurrent,
  toSavedState,
  onSaved,
}: Options<V, R>) => {
  const { t } = useTranslation()
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<FieldErrors<V>>({})
  const submission = useAdminSubmit()
  const { submitting, failure } = submission
  const staleOf = ({ code, error }: SubmitFailure) => (error && code === 'stale-version' ? readCurrent?.(error) : undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure stays the same until the next submit
  const trouble = useMemo((): SaveFailure<V> | undefined => {
    if (!failure) return undefined
    const current = staleOf(failure)
    if (current) return { kind: 'stale', theirs: current.values, version: current.version }
    return failure.kind === 'offline' ? { kind: 'offline' } : { kind: 'refused', text: failure.message }
  }, [failure])
  const [pointed, setPointed] = useState(0)
  const kept = useRef(JSON.stringify(initialValues))
  const form = useRef<HTMLFormElement>(null)
  // the version of another's save that was taken over: the next save builds on it
  const taken = useRef<number>(undefined)
  const dirty = useRef(false)
  // a picked file is a change that JSON does not show
  dirty.current = JSON.stringify(values) !== kept.current || Object.values(values).some((value) => value instanceof Blob)

  const blocker = useBlocker(() => dirty.current && !submitting)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (dirty.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  // once the fields carry their errors, the first of them is gone to
  useEffect(() => {
    if (pointed > 0)
      form.current?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid="true"], button[data-error="true"]')?.focus()
  }, [pointed])
  useEffect(() => {
    window.scrollTo(0, 0)
  }, [])

  const set = <K extends keyof V & string>(key: K, value: V[K]) => {
    setValues((before) => ({ ...before, [key]: value }))
    const before = values[key]
    // of a text in both languages only the one that was typed in is no longer faulty
    const still = (field: string) => {
      if (field === key) return false
      if (!field.startsWith(`${key}.`)) return true
      const part = field.slice(key.length + 1)
      return (before as Record<string, unknown> | null)?.[part] === (value as Record<string, unknown> | null)?.[part]
    }
    setErrors((found) => Object.fromEntries(Object.entries(found).filter(([field]) => still(field))) as FieldErrors<V>)
  }
  const point = (found: FieldErrors<V>) => {
    setErrors(found)
    setPointed((times) => times + 1)
  }

  const submit = async (version?: number): Promise<void> => {
    if (submitting) return
    const found = validate?.(values) ?? {}
    if (Object.values(found).some(Boolean)) {
      point(found)
      toast.error(getIncompleteMessage?.(found) ?? t('messages.formIncomplete'))
      return
    }
    submission.clear()
    setErrors({})
    const failed = await submission.submit(async () => {
      const { message, record } = await save(values, version ?? taken.current)
      const fresh = toSavedState?.(record)
      kept.current = JSON.stringify(fresh?.values ?? values)
      if (fresh) {
        taken.current = fresh.version
        setValues((now) => ({ ...fresh.values, ...typedSince(values, now) }))
      }
      dirty.current = false
      toast.success(message)
      onSaved(record)
    })
    if (!failed || failed.kind === 'offline' || staleOf(failed)) return
    if (failed.error) point(toFieldErrors?.(failed.error) ?? (failed.fields as FieldErrors<V>))
    toast.error(failed.message)
  }
  /** Puts a record as it is now into the form, unchanged. */
  const take = (other: V, version: number) => {
    setValues(other)
    kept.current = JSON.stringify(other)
    taken.current = version
    setErrors({})
    submission.clear()
  }
  return { values, errors, trouble, saving: submitting, blocker, form, set, submit, take, forget: submission.clear }
}
export type RecordFormState<V extends object> = Omit<ReturnType<typeof useRecordForm<V, unknown>>, never>
