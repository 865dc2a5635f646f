import { Container } from '@mantine/core'
import { useState } from 'react'
import { JudgeHeader } from './judge-header.tsx'
import { JudgeLoading } from './judge-loading.tsx'
import { JudgeSignIn } from './judge-sign-in.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { ReviewPanel } from './review-panel.tsx'
import { ScoreSheetEntryPanel } from './score-sheet-entry-panel.tsx'
import { TeamPicker } from './team-picker.tsx'
import { useJudgeApp } from './use-judge-app.ts'
import { useServiceWorker } from './use-service-worker.ts'

/** Shows the judges' app: signing in, choosing a team, filling in the sheet, the queue of sheets on this device, and the sheets of others to confirm. */
export function JudgeApp() {
  const judge = useJudgeApp()
  const update = useServiceWorker()
  const [panel, setPanel] = useState<'queue' | 'reviews'>()
  const closePanel = () => setPanel(undefined)
  if (!judge.isLoaded) return <JudgeLoading />
  const { session, data, draft } = judge
  const isSignedIn = session !== undefined && data !== undefined
  const content = () => {
    if (panel === 'queue') return <QueuePanel judge={judge} onClose={closePanel} />
    if (!isSignedIn || session.isEnded) return <JudgeSignIn judge={judge} onOpenQueue={() => setPanel('queue')} />
    if (panel === 'reviews') return <ReviewPanel judge={judge} data={data} onClose={closePanel} />
    if (draft) return <ScoreSheetEntryPanel key={`${draft.teamId} ${draft.round}`} judge={judge} data={data} draft={draft} />
    return <TeamPicker judge={judge} data={data} onOpenReviews={() => setPanel('reviews')} />
  }
  return (
    <>
      <JudgeHeader judge={judge} update={update} onToggleQueue={() => setPanel(panel === 'queue' ? undefined : 'queue')} />
      <Container component="main" size="sm" py="md" id="content">
        {content()}
      </Container>
    </>
  )
}
