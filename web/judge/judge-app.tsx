import { Container } from '@mantine/core'
import { useState } from 'react'
import { JudgeHeader } from './judge-header.tsx'
import { JudgeLoading } from './judge-loading.tsx'
import { JudgeSignIn } from './judge-sign-in.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { SheetPanel } from './sheet-panel.tsx'
import { TeamPicker } from './team-picker.tsx'
import { useJudge } from './use-judge.ts'
import { useServiceWorker } from './use-service-worker.ts'

/** The judges' app: signing in, choosing a team, filling in the sheet, and the queue of sheets on this device. */
export function JudgeApp() {
  const judge = useJudge()
  const update = useServiceWorker()
  const [isQueueOpen, setQueueOpen] = useState(false)
  if (!judge.isLoaded) return <JudgeLoading />
  const { session, data, draft } = judge
  const isSignedIn = session !== undefined && data !== undefined
  const content = () => {
    if (isQueueOpen) return <QueuePanel judge={judge} onClose={() => setQueueOpen(false)} />
    if (!isSignedIn || session.isEnded) return <JudgeSignIn judge={judge} onOpenQueue={() => setQueueOpen(true)} />
    if (draft) return <SheetPanel key={`${draft.teamId} ${draft.round}`} judge={judge} data={data} draft={draft} />
    return <TeamPicker judge={judge} data={data} />
  }
  return (
    <>
      <JudgeHeader judge={judge} update={update} onToggleQueue={() => setQueueOpen(!isQueueOpen)} />
      <Container component="main" size="sm" py="md" id="content">
        {content()}
      </Container>
    </>
  )
}
