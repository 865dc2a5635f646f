import { Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Panels } from '#contract/panel.schema.ts'
import { PanelTables } from '#web/shared/panels/panel-tables.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { useOnlineCall } from './panel-parts.tsx'
import type { Judge } from './use-judge-app.ts'

/** In milliseconds: how often the sheets are read again. */
const refreshMs = 10_000

/** Shows a head judge the sheets of panels by team and judge, while there is a connection. They are not stored on the device. */
export function HeadJudgePanels({ judge }: { judge: Judge }) {
  const { t } = useTranslation()
  const [panels, setPanels] = useState<Panels>()
  const { isSending, problem, run } = useOnlineCall()
  const { isOnline, readPanels } = judge
  useEffect(() => {
    if (!isOnline) return
    let isMounted = true
    const read = () =>
      void readPanels().then(
        (read) => isMounted && read && setPanels(read),
        // the next interval tries again
        () => undefined,
      )
    read()
    const timer = window.setInterval(read, refreshMs)
    return () => {
      isMounted = false
      window.clearInterval(timer)
    }
  }, [isOnline, readPanels])
  if (!panels) return <Text>{t(isOnline ? 'judge.head.loading' : 'judge.needsConnection')}</Text>
  return (
    <PanelTables
      panels={panels}
      isDisabled={!isOnline || isSending}
      problem={problem}
      actions={{
        setRecusal: (request, done) => run(() => judge.callOnline(async (api) => setPanels((await api.setRecusal(request)).panels)), done),
        requestSecondLook: (request, done) =>
          run(() => judge.callOnline(async (api) => setPanels((await api.requestSecondLook(request)).panels)), done),
      }}
    />
  )
}
