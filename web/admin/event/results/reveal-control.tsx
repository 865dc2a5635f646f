import { Alert, Button, Group, List, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type {
  AdminResults,
  RevealedAward,
  RevealedMember,
  RevealStep,
} from '#contract/event/results/results.schema.ts'
import { formatList } from '#i18n/text-direction.ts'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { StatusBadge } from '#web/admin/shared/table-cells.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { listRevealStepSentences } from '#web/shared/event/ranking/explain-reveal-step.ts'
import { formatNumber } from '#web/shared/format.ts'
import { useLang } from '#web/shared/language.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { Bdi } from '#web/shared/ui/bdi.tsx'
import {
  IconArrowBackUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconScreenShare,
} from '#web/shared/ui/icons.ts'
import { useResultsSubmitWithReloadOnFailure } from './use-results-submit.ts'

type Reveal = NonNullable<AdminResults['reveal']>
type Props = { results: AdminResults; reveal: Reveal; onChange: (results: AdminResults) => void }

/** Shows the members whom the display names. */
function MemberNames({ members }: { members: readonly RevealedMember[] }) {
  const lang = useLang()
  if (members.length === 0) return null
  return (
    <Text size="sm">
      {formatList(
        members.map(({ name }) => name),
        lang,
        'unit',
      )}
    </Text>
  )
}

/** Shows a step with its explanation, or its award; `text` is shown when it opens several entries or none. */
function StepDetails({
  title,
  step,
  award,
  text,
}: {
  title: string
  step: RevealStep | null
  award: RevealedAward | null
  text: string
}) {
  const { t, i18n } = useTranslation()
  const lang = i18n.language
  if (award)
    return (
      <div>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Text size="lg" fw={700}>
          {t('adminResults.reveal.awardOf', {
            award: award.name[lang],
            name: award.team.name,
          })}
        </Text>
        <Text size="sm">
          <Bdi>{[award.team.teamNo, award.team.schoolName].filter(Boolean).join(' · ')}</Bdi>
        </Text>
        <MemberNames members={award.members} />
      </div>
    )
  return (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      {step ? (
        <>
          <Text size="lg" fw={700}>
            {t('adminResults.reveal.rankOf', {
              rank: formatNumber(step.rank, lang),
              name: step.name || t('scores.unnamed'),
            })}
          </Text>
          <Text size="sm">
            <Bdi>{[step.teamNo, step.playerName, step.schoolName].filter(Boolean).join(' · ')}</Bdi>
          </Text>
          <MemberNames members={step.members} />
          <List size="sm">
            {listRevealStepSentences(step, t, lang).map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </>
      ) : (
        <Text>{text}</Text>
      )}
    </div>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [role="dialog"]') !== null

/**
 * Shows the control of a running reveal or rehearsal, for the administrator's own screen: one key press opens
 * the next rank.
 */
export function RunningRevealControl({ results: { event }, reveal, onChange }: Props) {
  const { t, tAttribute, i18n } = useTranslation()
  const lang = i18n.language
  const { saving, save } = useResultsSubmitWithReloadOnFailure(event.id, onChange)
  const [question, setQuestion] = useState<'finish' | 'stop'>()
  const { id, stepCount, openedCount, rankCount, awardOrder, lowerRanks, isPaused, isRehearsal } = reveal
  const isDone = openedCount === stepCount
  // while a change is saved, the buttons ignore clicks; a button that is really disabled would lose the focus
  const busy = saving ? { 'data-disabled': true, 'aria-disabled': true } : {}
  const params = { eventId: event.id }
  const update = (change: { openedCount?: number; isPaused?: boolean }) =>
    save(
      () => callApi('PATCH /api/admin/events/:eventId/results/reveal', { params, json: { id, ...change } }),
      true,
    )
  const openNext = () => {
    if (!isDone && !isPaused) void update({ openedCount: openedCount + 1 })
  }
  const goBack = () => {
    if (openedCount > 0 && !isPaused) void update({ openedCount: openedCount - 1 })
  }
  const together = {
    from: formatNumber(lowerRanks?.from ?? 0, lang),
    to: formatNumber(lowerRanks?.to ?? 0, lang),
  }
  const opensTogether = lowerRanks !== null && openedCount === 0
  const close = () => setQuestion(undefined)

  const latest = useRef({ openNext, goBack, togglePause: () => {} })
  latest.current = { openNext, goBack, togglePause: () => void update({ isPaused: !isPaused }) }
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return
      const isNext = event.code === 'Space' || event.key === 'PageDown' || event.key === 'ArrowRight'
      const isBack = event.key === 'PageUp' || event.key === 'ArrowLeft'
      if (!isNext && !isBack && event.code !== 'KeyP') return
      // the focused button would be pressed, too
      event.preventDefault()
      if (isNext) latest.current.openNext()
      else if (isBack) latest.current.goBack()
      else latest.current.togglePause()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  const rehearsal = reveal.rehearsalKey === null ? {} : { rehearsal: reveal.rehearsalKey }
  const query = new URLSearchParams({ ...(lang === 'ar' ? { lang } : {}), ...rehearsal }).toString()
  return (
    <Paper withBorder p="md" component="section">
      <Stack>
        <Group justify="space-between">
          <Group>
            <Title order={3} size="h4">
              {t(isRehearsal ? 'adminResults.reveal.rehearsal' : 'adminResults.reveal.running')}
            </Title>
            {isPaused ? <StatusBadge status="open">{t('adminResults.reveal.paused')}</StatusBadge> : null}
          </Group>
          <Button
            component="a"
            href={`/events/${event.slug}/display/${query && `?${query}`}`}
            target="_blank"
            variant="default"
            leftSection={<IconScreenShare size={18} />}
          >
            {t(isRehearsal ? 'adminResults.reveal.openRehearsal' : 'adminResults.reveal.openDisplay')}
          </Button>
        </Group>
        {reveal.isOutdated ? (
          <Alert color="yellow">
            <Group justify="space-between">
              <Text size="sm" style={{ flex: '1 1 260px' }}>
                {t('adminResults.reveal.outdated')}
              </Text>
              <Button
                {...busy}
                size="xs"
                variant="default"
                onClick={() =>
                  void save(() =>
                    callApi('POST /api/admin/events/:eventId/results/reveal', {
                      params,
                      json: { isRehearsal, awardOrder, rankCount: rankCount || 1 },
                    }),
                  )
                }
              >
                {t('adminResults.reveal.restart')}
              </Button>
            </Group>
          </Alert>
        ) : null}
        <div>
          <Text size="sm" role="status">
            {t('adminResults.reveal.step', {
              step: formatNumber(openedCount, lang),
              total: formatNumber(stepCount, lang),
            })}
          </Text>
          <Progress
            value={stepCount === 0 ? 100 : (openedCount / stepCount) * 100}
            aria-label={tAttribute('adminResults.reveal.step', {
              step: formatNumber(openedCount, lang),
              total: formatNumber(stepCount, lang),
            })}
          />
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <StepDetails
            title={t('adminResults.reveal.last')}
            step={reveal.step}
            award={reveal.award}
            text={
              openedCount === 0
                ? t('adminResults.reveal.nothingOpen')
                : t('adminResults.reveal.openedTogether', together)
            }
          />
          <StepDetails
            title={t('adminResults.reveal.upcoming')}
            step={reveal.nextStep}
            award={reveal.nextAward}
            text={
              isDone ? t('adminResults.reveal.allOpen') : t('adminResults.reveal.openedTogether', together)
            }
          />
        </SimpleGrid>
        <Group>
          {isDone ? null : (
            <Button
              {...busy}
              size="lg"
              disabled={isPaused}
              leftSection={<IconPlayerSkipForward size={20} />}
              onClick={openNext}
            >
              {opensTogether
                ? t('adminResults.reveal.nextTogether', together)
                : t(reveal.nextAward ? 'adminResults.reveal.nextAward' : 'adminResults.reveal.next')}
            </Button>
          )}
          <Button
            {...busy}
            size="lg"
            variant="default"
            leftSection={isPaused ? <IconPlayerPlay size={20} /> : <IconPlayerPause size={20} />}
            onClick={() => void update({ isPaused: !isPaused })}
          >
            {t(isPaused ? 'adminResults.reveal.resume' : 'adminResults.reveal.pause')}
          </Button>
          {openedCount > 0 ? (
            <Button
              {...busy}
              size="lg"
              variant="default"
              disabled={isPaused}
              leftSection={<IconArrowBackUp size={20} />}
              onClick={goBack}
            >
              {t('adminResults.reveal.back')}
            </Button>
          ) : null}
        </Group>
        <Text size="sm">{t('adminResults.reveal.keys')}</Text>
        <Group>
          {isRehearsal ? (
            <Button
              {...busy}
              variant="default"
              onClick={() =>
                void save(() => callApi('DELETE /api/admin/events/:eventId/results/reveal', { params }), true)
              }
            >
              {t('adminResults.reveal.endRehearsal')}
            </Button>
          ) : (
            <>
              {isDone ? (
                <Button onClick={() => setQuestion('finish')}>{t('adminResults.reveal.finish')}</Button>
              ) : null}
              <Button variant="subtle" c="var(--mantine-color-error)" onClick={() => setQuestion('stop')}>
                {t('adminResults.reveal.stop')}
              </Button>
            </>
          )}
        </Group>
      </Stack>
      {question ? (
        <AdminConfirmDialog
          title={t(`adminResults.reveal.${question}Question`)}
          text={t(`adminResults.reveal.${question}Text`)}
          action={t(`adminResults.reveal.${question}`)}
          {...(question === 'finish' ? { color: 'oasis' } : {})}
          busy={saving}
          onClose={close}
          onConfirm={() =>
            void save(() =>
              question === 'finish'
                ? callApi('DELETE /api/admin/events/:eventId/results/freeze', { params })
                : callApi('DELETE /api/admin/events/:eventId/results/reveal', { params }),
            ).then(close)
          }
        />
      ) : null}
    </Paper>
  )
}
