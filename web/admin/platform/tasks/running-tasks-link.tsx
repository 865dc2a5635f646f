import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import hidden from '#web/shared/ui/visually-hidden.module.css'

/** Milliseconds between two readings while a task runs. */
export const taskRefreshMs = 3000

/**
 * Shows how many tasks of the user run, with a link to their page; nothing while none runs. It asks when a page is
 * opened, and again as long as a task runs.
 */
export function RunningTasksLink() {
  const { t } = useTranslation()
  const lang = useLang()
  const { pathname } = useLocation()
  const [count, setCount] = useState(0)
  useLoadedValueWithErrorToast(
    async () => {
      // a page that says why the user may not go on needs no second message
      const running = await callApi('GET /api/admin/tasks/running').catch(() => ({ count: 0 }))
      setCount(running.count)
    },
    pathname,
    count > 0 ? taskRefreshMs : undefined,
  )
  if (count === 0) return null
  return (
    <Button component={Link} to="/admin/tasks" variant="light" h={44} px={8}>
      <Loader size={18} aria-hidden />
      <span className={hidden.visuallyHiddenWhenNarrow} style={{ marginInlineStart: 8 }}>
        {t('adminTasks.running', { count, formatted: formatNumber(count, lang) })}
      </span>
    </Button>
  )
}
