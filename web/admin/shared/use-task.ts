import { useRef, useState } from 'react'
import { ApiError } from '#web/shared/api/call.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { problemWords } from './problem-words.ts'

/** Why a task did not work: a text for people, and of a refused call the fields by name. */
export type TaskProblem = { text: string; code: string; fields: Record<string, string> }

/** Runs one thing at a time that asks the server: whether it is under way, and what went wrong. A second start while one is under way is ignored. */
export const useTask = () => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<TaskProblem>()
  const running = useRef(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
    } catch (error) {
      const known = error instanceof ApiError ? error : undefined
      const text = known?.code === 'offline' ? t('admin.form.offline') : problemWords(t, error)
      setProblem({ text, code: known?.code ?? 'unexpected', fields: known?.fields ?? {} })
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    run,
    refuse: (text: string, fields: Record<string, string>) => setProblem({ text, code: 'form-incomplete', fields }),
  }
}
