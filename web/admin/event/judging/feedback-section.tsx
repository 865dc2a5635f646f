import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { EventFeedback, Panels } from '#contract/event/judging/panel.schema.ts'
import { joinTexts } from '#i18n/text-direction.ts'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { useLoadedValueWithErrorToast } from '#web/admin/shared/use-loaded-value.ts'
import { callApi } from '#web/shared/api/with-token.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import styles from './judging.module.css'

/** Shows what the judges wrote to a team, with round and judge. */
function TeamTexts({ team, texts }: EventFeedback) {
  const { t } = useTranslation()
  const lang = useLang()
  return (
    <li>
      <Text fw={600}>{joinTexts([team.teamNo, team.name], lang)}</Text>
      {texts.map(({ round, label, judgeName, text }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names of judges can be equal
        <div key={`${round} ${at}`}>
          <Text size="sm" c="dimmed">
            {joinTexts([...(label ? [label[lang]] : []), judgeName || t('panels.unnamed')], lang)}
          </Text>
          <blockquote dir="auto" className={styles.feedbackText}>
            {text}
          </blockquote>
        </div>
      ))}
    </li>
  )
}

type Props = {
  eventId: string
  /** Changes when the event has changed. */
  version: number
  feedback: Panels['feedback']
  isBusy: boolean
  onRelease: (isReleased: boolean) => Promise<void>
}

/** Shows what the judges of an event wrote to its teams. */
function FeedbackTexts({ eventId, version, id }: { eventId: string; version: number; id: string }) {
  const loaded = useLoadedValueWithErrorToast(
    () => callApi('GET /api/admin/events/:eventId/panels/feedback', { params: { eventId } }),
    `${eventId} ${version}`,
  )
  const feedback = loaded?.feedback
  return (
    <ul id={id} className={styles.feedback}>
      {feedback?.map((ofTeam) => (
        <TeamTexts key={ofTeam.team.id} {...ofTeam} />
      ))}
    </ul>
  )
}

/**
 * Shows how many texts judges wrote to teams, the texts on request, and the button with which teams see them,
 * or no longer.
 */
export function FeedbackReleaseOrTakeBackSection({ eventId, version, feedback, isBusy, onRelease }: Props) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const textsId = useId()
  const [isAsking, setAsking] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isReleased = feedback.releasedAt !== null
  const action = isReleased ? 'takeBack' : 'release'
  const hasTexts = feedback.count > 0
  return (
    <Stack>
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
        <Group>
          {hasTexts ? (
            <Button
              variant="default"
              aria-expanded={isOpen}
              aria-controls={isOpen ? textsId : undefined}
              onClick={() => setOpen(!isOpen)}
            >
              {t(`adminJudging.feedback.${isOpen ? 'hideTexts' : 'showTexts'}`)}
            </Button>
          ) : null}
          <Button variant="default" disabled={!isReleased && !hasTexts} onClick={() => setAsking(true)}>
            {t(`adminJudging.feedback.${action}`)}
          </Button>
        </Group>
      </Group>
      {isOpen && hasTexts ? <FeedbackTexts eventId={eventId} version={version} id={textsId} /> : null}
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
    </Stack>
  )
}
