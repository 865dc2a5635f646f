import { Alert, Button, Group, NumberInput, Paper, Radio, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { AdminResults, EventAwards } from '#contract/event/results/results.schema.ts'
import { type RevealAwardOrder, revealAwardOrders, revealRanks } from '#contract/event/results/results.ts'
import { EventTabHeadingAndDocumentTitle } from '#web/admin/event/events/event-tab-heading.tsx'
import { DateTimeField } from '#web/admin/shared/date-field.tsx'
import { isInstant } from '#web/admin/shared/date-field-values.ts'
import { AdminConfirmDialog } from '#web/admin/shared/dialog.tsx'
import { useForm } from '#web/admin/shared/form-dialog.tsx'
import { callApi } from '#web/shared/api/with-token.ts'
import { useTranslation } from '#web/shared/texts.ts'
import { IconClock, IconScreenShare, IconSnowflake, IconWorldUpload } from '#web/shared/ui/icons.ts'
import { useDateFormat } from '#web/shared/use-date-format.ts'
import type { Route } from './+types/results-page.ts'
import { EventAwardsEditor } from './award-section.tsx'
import { PublishResultsAndAdvanceTeamsSection } from './publish-results-section.tsx'
import { RunningRevealControl } from './reveal-control.tsx'
import { reloadResultsIgnoringFailure, useResultsSubmitWithReloadOnFailure } from './use-results-submit.ts'

type Question = 'now' | 'set' | 'cancel' | 'publish'
type FreezeFormProps = { results: AdminResults; onChange: (results: AdminResults) => void }

/**
 * Freezes the ranking now or at a time, cancels a planned freeze, and publishes a frozen ranking; each after
 * a confirmation.
 */
function FreezeForm({ results: { event, freeze }, onChange }: FreezeFormProps) {
  const { t } = useTranslation()
  const { formatDateTime } = useDateFormat()
  const { saving, save } = useResultsSubmitWithReloadOnFailure(event.id, onChange)
  const [question, setQuestion] = useState<Question>()
  const [at, setAt] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const isFrozen = freeze?.isFrozen === true
  const format = (instant: string | null | undefined) => formatDateTime(instant ?? '')
  const close = () => setQuestion(undefined)
  const run = (send: () => Promise<AdminResults & { msg: string }>) => void save(send).then(close)
  const askTime = () => {
    const isFuture = isInstant(at) && Date.parse(at) > Date.now()
    const problem = t(at !== null && !isInstant(at) ? 'fieldErrors.bad-date' : 'adminResults.freeze.past')
    setError(isFuture ? undefined : problem)
    if (isFuture) setQuestion('set')
  }
  const params = { eventId: event.id }
  /** Freezes the ranking at a time, or now. */
  const freezeAt = (time: string | null) =>
    callApi('PUT /api/admin/events/:eventId/results/freeze', { params, json: { at: time } })
  const unfreeze = () => callApi('DELETE /api/admin/events/:eventId/results/freeze', { params })
  const dialogs = {
    now: {
      title: t('adminResults.freeze.nowQuestion'),
      text: t('adminResults.freeze.nowText'),
      action: t('adminResults.freeze.now'),
      send: () => freezeAt(null),
    },
    set: {
      title: t('adminResults.freeze.setQuestion', { time: format(at) }),
      text: t('adminResults.freeze.setText'),
      action: t('adminResults.freeze.setTime'),
      send: () => freezeAt(at),
    },
    cancel: {
      title: t('adminResults.freeze.cancelQuestion'),
      text: t('adminResults.freeze.cancelText', { time: format(freeze?.freezeAt) }),
      action: t('adminResults.freeze.cancel'),
      send: unfreeze,
    },
    publish: {
      title: t('adminResults.freeze.publishQuestion'),
      text: t('adminResults.freeze.publishText'),
      action: t('adminResults.freeze.publish'),
      send: unfreeze,
    },
  } satisfies Record<Question, unknown>
  const dialog = question && dialogs[question]
  return (
    <Stack>
      {freeze ? (
        <Alert color={isFrozen ? 'blue' : 'yellow'}>
          {t(isFrozen ? 'adminResults.freeze.since' : 'adminResults.freeze.planned', {
            time: format(freeze.freezeAt),
          })}
        </Alert>
      ) : null}
      {isFrozen ? (
        <Group>
          <Button
            variant="default"
            leftSection={<IconWorldUpload size={18} />}
            onClick={() => setQuestion('publish')}
          >
            {t('adminResults.freeze.publish')}
          </Button>
        </Group>
      ) : (
        <>
          <Group align="flex-end">
            <DateTimeField label={t('adminResults.freeze.at')} value={at} error={error} onChange={setAt} />
          </Group>
          <Group>
            <Button variant="default" leftSection={<IconClock size={18} />} onClick={askTime}>
              {t('adminResults.freeze.setTime')}
            </Button>
            <Button leftSection={<IconSnowflake size={18} />} onClick={() => setQuestion('now')}>
              {t('adminResults.freeze.now')}
            </Button>
            {freeze ? (
              <Button variant="subtle" c="var(--mantine-color-error)" onClick={() => setQuestion('cancel')}>
                {t('adminResults.freeze.cancel')}
              </Button>
            ) : null}
          </Group>
        </>
      )}
      {dialog ? (
        <AdminConfirmDialog
          title={dialog.title}
          text={dialog.text}
          action={dialog.action}
          color="oasis"
          busy={saving}
          onClose={close}
          onConfirm={() => run(dialog.send)}
        />
      ) : null}
    </Stack>
  )
}

/** `hasAwards`: the event has awards, which are a part of the reveal. */
type Props = { results: AdminResults; hasAwards: boolean; onChange: (results: AdminResults) => void }

/** Starts a rehearsal, or after a confirmation the reveal. */
function StartRevealForm({ results: { event }, hasAwards, onChange }: Props) {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const form = useForm({
    initialValues: {
      rankCount: revealRanks.standard as number,
      awardOrder: 'beforeFirst' as RevealAwardOrder,
    },
    send: async (values, isRehearsal: boolean = false) => {
      const { msg: _, ...started } = await callApi('POST /api/admin/events/:eventId/results/reveal', {
        params: { eventId: event.id },
        json: { ...values, isRehearsal },
      })
      // the control of the reveal is above this form
      window.scrollTo({ top: 0 })
      onChange(started)
    },
    showsFailureAsToast: true,
    onFailed: () => void reloadResultsIgnoringFailure(event.id, onChange),
  })
  return (
    <Stack>
      <NumberInput
        label={t('adminResults.reveal.rankCount')}
        description={t('adminResults.reveal.rankCountHint')}
        maw={360}
        min={1}
        max={revealRanks.max}
        clampBehavior="strict"
        allowDecimal={false}
        value={form.values.rankCount}
        onChange={(value) => form.set({ rankCount: Number(value) || revealRanks.standard })}
      />
      {hasAwards ? (
        <Radio.Group
          label={t('adminResults.reveal.awardOrder')}
          value={form.values.awardOrder}
          onChange={(order) => form.set({ awardOrder: order as RevealAwardOrder })}
        >
          <Group mt={4}>
            {revealAwardOrders.map((order) => (
              <Radio key={order} value={order} label={t(`adminResults.reveal.awardOrders.${order}`)} />
            ))}
          </Group>
        </Radio.Group>
      ) : null}
      <Group>
        <Button
          variant="default"
          loading={form.submitting && !isAsking}
          onClick={() => void form.submit(true)}
        >
          {t('adminResults.reveal.rehearse')}
        </Button>
        <Button onClick={() => setIsAsking(true)}>{t('adminResults.reveal.start')}</Button>
      </Group>
      <Text size="sm">{t('adminResults.reveal.rehearseHint')}</Text>
      {isAsking ? (
        <AdminConfirmDialog
          title={t('adminResults.reveal.startQuestion')}
          text={t('adminResults.reveal.startText')}
          action={t('adminResults.reveal.start')}
          color="oasis"
          busy={form.submitting}
          onClose={() => setIsAsking(false)}
          onConfirm={() => void form.submit(false).then(() => setIsAsking(false))}
        />
      ) : null}
    </Stack>
  )
}

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [results, { results: published }, awards] = await Promise.all([
    callApi('GET /api/admin/events/:eventId/results', { params: { eventId: params.id } }),
    callApi('GET /api/admin/events/:eventId/results/publication', { params: { eventId: params.id } }),
    callApi('GET /api/admin/events/:eventId/results/awards', { params: { eventId: params.id } }),
  ])
  return { results, published, awards }
}

/**
 * Freezes the public ranking of an event, controls its reveal, lists its awards, and publishes its results.
 */
export default function FreezeRevealAndPublishPage({ loaderData }: Route.ComponentProps) {
  const { t, i18n } = useTranslation()
  const [results, setResults] = useState<AdminResults>(loaderData.results)
  const [published, setPublished] = useState(loaderData.published)
  const [awards, setAwards] = useState<EventAwards>(loaderData.awards)
  const { event, freeze, reveal } = results

  // another screen may have changed the freeze or the reveal
  useEffect(() => {
    const reload = () => {
      if (document.visibilityState !== 'visible') return
      // a change that was saved after this request is newer than its reply
      const setUnchanged = (read: AdminResults) =>
        setResults((current) => (current === results ? read : current))
      callApi('GET /api/admin/events/:eventId/results', { params: { eventId: event.id } }).then(
        setUnchanged,
        () => {},
      )
    }
    document.addEventListener('visibilitychange', reload)
    return () => document.removeEventListener('visibilitychange', reload)
  }, [event.id, results])

  return (
    <Stack gap="lg" maw={1100}>
      <EventTabHeadingAndDocumentTitle tab="results">
        <Button
          component="a"
          href={`/events/${event.slug}/display/${i18n.language === 'ar' ? '?lang=ar' : ''}`}
          target="_blank"
          variant="default"
          leftSection={<IconScreenShare size={18} />}
        >
          {t('adminResults.display')}
        </Button>
      </EventTabHeadingAndDocumentTitle>
      {reveal ? <RunningRevealControl results={results} reveal={reveal} onChange={setResults} /> : null}
      <Paper withBorder p="md" component="section">
        <Stack>
          <Title order={3} size="h4">
            {t('adminResults.freeze.title')}
          </Title>
          <Text>{t('adminResults.freeze.intro')}</Text>
          <FreezeForm results={results} onChange={setResults} />
        </Stack>
      </Paper>
      {reveal ? null : (
        <Paper withBorder p="md" component="section">
          <Stack>
            <Title order={3} size="h4">
              {t('adminResults.reveal.title')}
            </Title>
            <Text>{t('adminResults.reveal.intro')}</Text>
            {freeze?.isFrozen ? (
              <StartRevealForm results={results} hasAwards={awards.awards.length > 0} onChange={setResults} />
            ) : (
              <Alert color="gray">{t('adminResults.reveal.needsFreeze')}</Alert>
            )}
          </Stack>
        </Paper>
      )}
      <EventAwardsEditor eventId={event.id} loaded={awards} onChange={setAwards} />
      <PublishResultsAndAdvanceTeamsSection eventId={event.id} results={published} onChange={setPublished} />
    </Stack>
  )
}
