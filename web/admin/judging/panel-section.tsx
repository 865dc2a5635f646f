import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { Panels } from '#contract/panel.schema.ts'
import { useAdminSubmit } from '#web/admin/shared/admin-submit.tsx'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { useLoadedValue } from '#web/admin/shared/use-loaded-value.ts'
import { adminApi } from '#web/shared/api/admin-api.ts'
import { PanelTables } from '#web/shared/panels/panel-tables.tsx'
import { useTranslation } from '#web/shared/texts.ts'
import { toast } from '#web/shared/ui/toast.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'

/** In milliseconds: how often the sheets are loaded again. */
const refreshMs = 10_000

type FeedbackProps = { feedback: Panels['feedback']; isBusy: boolean; onRelease: (isReleased: boolean) => Promise<void> }

/** Shows how many texts judges wrote to teams, and the button with which teams see them, or no longer. */
function FeedbackRelease({ feedback, isBusy, onRelease }: FeedbackProps) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const [isAsking, setAsking] = useState(false)
  const isReleased = feedback.releasedAt !== null
  const action = isReleased ? 'takeBack' : 'release'
  return (
    <Group justify="space-between">
      <div>
        <Title order={3} size="h4">
          {t('adminJudging.feedback.title')}
        </Title>
        <Text>
          {t('adminJudging.feedback.count', { number: feedback.count })}
          {' · '}
          {feedback.releasedAt === null
            ? t('adminJudging.feedback.hidden')
            : t('adminJudging.feedback.released', { date: formatDateTime(feedback.releasedAt) })}
        </Text>
      </div>
      <Button variant="default" disabled={!isReleased && feedback.count === 0} onClick={() => setAsking(true)}>
        {t(`adminJudging.feedback.${action}`)}
      </Button>
      {isAsking ? (
        <AdminConfirmDialog
          title={t(`adminJudging.feedback.${action}`)}
          text={t(`adminJudging.feedback.${action}Text`)}
          action={t(`adminJudging.feedback.${action}`)}
          color={isReleased ? 'red.9' : 'green.9'}
          busy={isBusy}
          onClose={() => setAsking(false)}
          onConfirm={() => void onRelease(!isReleased).then(() => setAsking(false))}
        />
      ) : null}
    </Group>
  )
}

/** Shows the sheets of the panels of an event by team and judge, and the release of the feedback. Renders nothing for an event without panels. */
export function PanelSection({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const [version, setVersion] = useState(0)
  const panels = useLoadedValue(() => adminApi.judges.getPanels(eventId), `${eventId} ${version}`, refreshMs)
  const { submitting, submit, failure } = useAdminSubmit()
  if (!panels || (panels.rounds.length === 0 && panels.feedback.count === 0)) return null
  const run = async (call: () => Promise<unknown>, done: string): Promise<boolean> => {
    const refused = await submit(async () => {
      await call()
      toast.success(done)
      setVersion((before) => before + 1)
    })
    return !refused
  }
  const release = async (isReleased: boolean) => {
    await run(
      () => adminApi.judges.releaseFeedback(eventId, isReleased),
      t(isReleased ? 'adminJudging.feedback.releasedDone' : 'adminJudging.feedback.takenBackDone'),
    )
  }
  return (
    <section aria-labelledby="panels">
      <Stack>
        <Title order={2} size="h3" id="panels">
          {t('panels.title')}
        </Title>
        <FeedbackRelease feedback={panels.feedback} isBusy={submitting} onRelease={release} />
        {panels.rounds.length > 0 ? (
          <PanelTables
            panels={panels}
            isDisabled={submitting}
            problem={failure?.message ?? ''}
            actions={{
              setRecusal: (request, done) => run(() => adminApi.judges.setRecusal(eventId, request), done),
              requestSecondLook: (request, done) => run(() => adminApi.judges.requestSecondLook(eventId, request), done),
            }}
          />
        ) : null}
      </Stack>
    </section>
  )
}
